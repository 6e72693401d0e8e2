// The names, the tokens and the selection live below, where the service can use them too; what every
// extension has in common is seen through this module as well.
@_exported public import ScreenTimeClient
@_exported public import ScreenTimeModel
