import Bus
import CivilTime
import ScreenTimeProtocol

/// What somebody does to a virtual machine: sets its clock, carries it elsewhere, suspends it, spoils its
/// callbacks. A real machine has people for that.
extension ScreenTimeService {
  func handleSteering() {
    server.on(ClockShift.self) { [unowned self] request, _, responder in
      steer(responder) { clock in
        clock.set(
          now: clock.now + .seconds(request.seconds), isSynchronised: request.synchronised)
      }
    }
    server.on(ClockZone.self) { [unowned self] request, _, responder in
      do {
        let zone = try Zone(identifier: request.zone)
        steer(responder) { $0.set(zone: zone) }
      } catch {
        responder.fail(BusError(.invalid, "\(error)"))
      }
    }
    server.on(ClockSleep.self) { [unowned self] request, _, responder in
      guard request.seconds >= 0 else {
        return responder.fail(
          BusError(.invalid, "a machine can't sleep for \(request.seconds) s"))
      }
      steer(responder) { [unowned self] clock in
        stepUse()
        clock.pass(.seconds(request.seconds))
        meter.skip(to: time)
        takeDue()
      }
    }
    server.on(CallbacksWeather.self) { [unowned self] request, _ throws(BusError) in
      try setWeather(request)
    }
  }

  /// Does something to a virtual clock, and answers when all that it leads to has been answered.
  private func steer(
    _ responder: Responder<ClockReading>, _ change: @escaping (VirtualServiceClock) -> Void
  ) {
    guard let clock = clock as? VirtualServiceClock else {
      return responder.fail(Self.notVirtual)
    }
    begin(responder) {
      change(clock)
      return self.time.now
    }
  }

  private func setWeather(_ request: CallbacksWeather) throws(BusError) -> Acknowledged {
    guard time.isVirtual else { throw Self.notVirtual }
    switch (request.mode, request.delaySeconds) {
    case (.delay, let seconds?) where seconds >= 1: timeline.sky.delay = .seconds(seconds)
    case (.delay, _): throw BusError(.invalid, "a delay lasts 1 s at least")
    case (_, nil): break
    case (_, .some): throw BusError(.invalid, "only a delay has a length")
    }
    if let seconds = request.startSeconds, seconds < 1 {
      throw BusError(.invalid, "a start that takes its time takes 1 s at least")
    }
    timeline.sky.weather = request.mode
    timeline.sky.startDelay = .seconds(request.startSeconds ?? 0)
    return Acknowledged()
  }

  /// Lets the time pass that a slow `activity.start` takes; what becomes due in it comes after the
  /// answer.
  func passStartDelay() {
    guard timeline.sky.startDelay > .zero, let clock = clock as? VirtualServiceClock else { return }
    stepUse()
    clock.pass(timeline.sky.startDelay)
    takeDue()
  }

  private static let notVirtual = BusError(
    .invalid, "this service goes by the machine's own clock",
    hint: "only one that was started with a virtual clock can be steered")
}
