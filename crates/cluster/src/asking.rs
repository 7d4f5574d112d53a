//! Asking other processes for cells.

use yomikiri_solver::cell::Code;

use crate::ClusterError;
use crate::batch::{self, Kind, Packing};
use crate::exchange::{Mail, Status};
use crate::shard::no_fault;

/// Asks other processes for cells; the answers in the order of what was asked. All processes do so
/// at the same time.
pub(crate) fn ask<C: Code>(
    mail: &mut Mail<'_>,
    packing: Packing,
    own: &[C::Shared],
    asked: &[Vec<u64>],
) -> Result<Vec<Vec<C::Cell>>, ClusterError> {
    for (to, asked) in asked.iter().enumerate() {
        for (number, some) in (0u32..).zip(asked.chunks(batch::MOST)) {
            let mut contents = number.to_le_bytes().to_vec();
            contents.extend(batch::pack(Kind::Asked, packing, &mut some.to_vec()));
            mail.send(to, &contents)?;
        }
    }
    let mut answers = Vec::new();
    mail.finish(Status::default(), &mut |from, contents| {
        let (number, batch) = numbered(contents)?;
        let mut answer = number.to_le_bytes().to_vec();
        let mut fault = false;
        batch::unpack(batch, |local| match own.get(local as usize) {
            Some(cell) => C::put(C::get(cell), &mut answer),
            None => fault = true,
        })?;
        answers.push((from, answer));
        no_fault(fault)
    })?;
    for (to, answer) in answers {
        mail.send(to, &answer)?;
    }
    let mut cells: Vec<Vec<C::Cell>> = asked
        .iter()
        .map(|asked| vec![C::UNKNOWN; asked.len()])
        .collect();
    mail.finish(Status::default(), &mut |from, contents| {
        let (number, answer) = numbered(contents)?;
        let places = cells[from].chunks_mut(batch::MOST).nth(number as usize);
        let places = places.unwrap_or_default();
        let answer = answer.chunks_exact(C::CODING.bytes());
        no_fault(answer.len() != places.len())?;
        for (place, bytes) in places.iter_mut().zip(answer) {
            *place = C::take(bytes);
        }
        Ok(())
    })?;
    Ok(cells)
}

/// A number and what comes after it.
fn numbered(contents: &[u8]) -> Result<(u32, &[u8]), ClusterError> {
    let Some((number, rest)) = contents.split_first_chunk() else {
        return Err(ClusterError::Protocol("a parcel is too short".to_owned()));
    };
    Ok((u32::from_le_bytes(*number), rest))
}
