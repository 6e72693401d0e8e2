// Applications, sites and categories come from ManagedSettings; what every extension has in common is
// seen through this module as well.
@_exported public import ManagedSettings
