extension Duration {
  /// So many minutes.
  public static func minutes(_ count: Int) -> Duration { .seconds(count * 60) }

  /// So many hours.
  public static func hours(_ count: Int) -> Duration { .seconds(count * 3600) }
}
