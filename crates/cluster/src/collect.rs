//! What every process has found out by itself, brought together in process 0.

use crate::ClusterError;
use crate::exchange::{Exchange, Mail, Status};

/// Sends bytes to process 0, which gets those of all processes, in the order of their numbers; the others get
/// nothing. Returns when process 0 has everything.
pub fn collect(exchange: &mut dyn Exchange, own: Vec<u8>) -> Result<Vec<Vec<u8>>, ClusterError> {
    let mut mail = Mail::new(exchange);
    let mut all = vec![None; mail.processes()];
    match mail.process() {
        0 => all[0] = Some(own),
        _ => mail.send(0, &own)?,
    }
    mail.finish(Status::default(), &mut |from, contents| {
        all[from] = Some(contents.to_vec());
        Ok(())
    })?;
    let is_first = mail.process() == 0;
    // Nobody goes before everything has arrived.
    mail.finish(Status::default(), &mut |_, _| Ok(()))?;
    if !is_first {
        return Ok(Vec::new());
    }
    let missing = || ClusterError::Protocol("a process has sent nothing".to_owned());
    all.into_iter().map(|one| one.ok_or_else(missing)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exchange::memory::exchanges;

    #[test]
    fn process_0_gets_everything_in_order() {
        for processes in 1..=4 {
            let collected: Vec<_> = std::thread::scope(|scope| {
                let all: Vec<_> = exchanges(processes, 5)
                    .into_iter()
                    .enumerate()
                    .map(|(process, mut exchange)| {
                        scope.spawn(move || collect(&mut exchange, vec![process as u8; process]))
                    })
                    .collect();
                all.into_iter()
                    .map(|one| one.join().unwrap().unwrap())
                    .collect()
            });
            let expected: Vec<Vec<u8>> = (0..processes).map(|of| vec![of as u8; of]).collect();
            assert_eq!(collected[0], expected);
            assert!(collected[1..].iter().all(Vec::is_empty));
        }
    }
}
