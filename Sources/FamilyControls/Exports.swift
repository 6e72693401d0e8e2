// Apple's FamilyControls has the tokens and the selection; here they live below, where the service
// can use them too, and are seen through this module.
@_exported public import ScreenTimeModel
