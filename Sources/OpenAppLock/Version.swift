/// The version that this program and its services say they are.
package let openAppLockVersion = "0.1.0"
