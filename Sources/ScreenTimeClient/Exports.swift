// Whoever handles a callback is told moments, zones and dates: what those are is seen through this
// module, and so through every module of the platform's face that has callbacks.
@_exported public import CivilTime
