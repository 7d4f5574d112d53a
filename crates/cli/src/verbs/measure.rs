//! What measurements of several experiments share.

use yomikiri_lab::contest::stats::Estimate;

/// The mean of logarithms as a ratio, with its 95 % interval (normal approximation).
pub(super) fn geometric_mean(logs: &[f64]) -> Estimate {
    let count = logs.len().max(1) as f64;
    let mean = logs.iter().sum::<f64>() / count;
    let spread = logs.iter().map(|log| (log - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    let error = 1.96 * (spread / count).sqrt();
    Estimate {
        value: mean.exp(),
        low: (mean - error).exp(),
        high: (mean + error).exp(),
    }
}

/// Processor time of this thread, which does not count what other programs do.
#[cfg(unix)]
pub(super) fn thread_seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// Elsewhere time as it passes.
#[cfg(not(unix))]
pub(super) fn thread_seconds() -> f64 {
    static BEGUN: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    BEGUN
        .get_or_init(std::time::Instant::now)
        .elapsed()
        .as_secs_f64()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mean_of_ratios_is_geometric() {
        let logs: Vec<f64> = [0.5f64, 2.0, 0.5, 2.0].map(f64::ln).to_vec();
        let Estimate { value, low, high } = geometric_mean(&logs);
        assert!((value - 1.0).abs() < 1e-9 && low < 0.7 && high > 1.4);
        assert!((low * high - 1.0).abs() < 1e-9);
    }
}
