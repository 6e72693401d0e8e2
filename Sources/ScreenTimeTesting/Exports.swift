// A test of an extension names applications, stores, activities and shields: everything that the
// four modules of the platform's face declare is seen through this one.
@_exported public import CivilTime
@_exported public import DeviceActivity
@_exported public import FamilyControls
@_exported public import ManagedSettings
@_exported public import ManagedSettingsUI
