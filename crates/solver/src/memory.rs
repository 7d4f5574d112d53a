//! Memory for cells that are looked at in no order.

use std::sync::atomic::AtomicU8;

/// A list of equal things, in large pages where the system has them to give: a cell somewhere in a
/// gigabyte is then found without a walk through the page tables.
pub fn large_list<T>(length: usize, make: impl Fn() -> T) -> Vec<T> {
    let mut list = large_room(length);
    list.extend(std::iter::repeat_with(make).take(length));
    list
}

/// Room for such a list; what is not yet written takes no memory.
pub fn large_room<T>(length: usize) -> Vec<T> {
    let room = Vec::with_capacity(length);
    ask_for_large_pages(&room);
    room
}

/// Pages that the processor can always use.
#[cfg(target_os = "linux")]
const PAGE: usize = 4096;

/// Large pages: those of most processors.
const LARGE_PAGE: usize = 2 << 20;
/// Shorter lists are not worth a large page.
const WORTH_A_LARGE_PAGE: usize = LARGE_PAGE / 4;

fn ask_for_large_pages<T>(list: &Vec<T>) {
    advise(list.as_ptr(), list.capacity(), Advice::LargePages);
}

/// What the system is told about some memory.
#[derive(Copy, Clone)]
enum Advice {
    /// Large pages are wanted when it is first written, and later where that is possible.
    LargePages,
    /// What has been written is to be moved to large pages now.
    Collapse,
}

#[cfg(target_os = "linux")]
fn advise<T>(list: *const T, count: usize, advice: Advice) {
    let from = list.cast::<u8>() as usize;
    let to = from + count * size_of::<T>();
    let from = from.next_multiple_of(PAGE);
    let length = to.saturating_sub(from) / PAGE * PAGE;
    let advice = match advice {
        Advice::LargePages => libc::MADV_HUGEPAGE,
        Advice::Collapse => libc::MADV_COLLAPSE,
    };
    if length > 0 {
        // SAFETY: whole pages of an allocation of our own; the advice changes no contents. Whether
        // it is taken does not matter.
        unsafe { libc::madvise(from as *mut libc::c_void, length, advice) };
    }
}

#[cfg(not(target_os = "linux"))]
fn advise<T>(_list: *const T, _count: usize, _advice: Advice) {}

/// Bytes that are zero until they are written; what is not yet written takes no memory.
#[derive(Debug)]
pub(crate) struct ZeroedBytes {
    /// More than are used, so that they can begin where a large page does.
    room: Box<[AtomicU8]>,
    first: usize,
    length: usize,
}

impl ZeroedBytes {
    /// So many.
    pub(crate) fn new(length: usize) -> Self {
        if length < WORTH_A_LARGE_PAGE {
            return ZeroedBytes {
                room: bytemuck::allocation::zeroed_slice_box(length),
                first: 0,
                length,
            };
        }
        let whole = length.next_multiple_of(LARGE_PAGE);
        let room: Box<[AtomicU8]> = bytemuck::allocation::zeroed_slice_box(whole + LARGE_PAGE);
        let address = room.as_ptr() as usize;
        ZeroedBytes {
            first: address.next_multiple_of(LARGE_PAGE) - address,
            room,
            length,
        }
    }

    /// The byte with this number.
    #[inline]
    pub(crate) fn get(&self, at: usize) -> Option<&AtomicU8> {
        (at < self.length).then(|| &self.room[self.first + at])
    }

    /// Moves them to large pages, which all take memory then.
    pub(crate) fn use_large_pages(&self) {
        if self.length >= WORTH_A_LARGE_PAGE {
            let whole = self.length.next_multiple_of(LARGE_PAGE);
            let bytes = &self.room[self.first..self.first + whole];
            advise(bytes.as_ptr(), bytes.len(), Advice::LargePages);
            advise(bytes.as_ptr(), bytes.len(), Advice::Collapse);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering::Relaxed;

    use super::*;

    /// The advice about pages changes no contents, whatever the length and wherever the list begins.
    #[test]
    fn large_lists_are_lists() {
        for length in [0, 1, 100, 4095, 4096, 4097, 20_000, 3 << 20] {
            let mut list = large_list(length, || 7u8);
            assert_eq!(list, vec![7; length]);
            let expected: Vec<u8> = (0..length).map(|place| place as u8).collect();
            list.copy_from_slice(&expected);
            ask_for_large_pages(&list);
            assert_eq!(list, expected);
            let room: Vec<u16> = large_room(length);
            assert!(room.is_empty() && room.capacity() >= length);
        }
    }

    #[test]
    fn zeroed_bytes_are_bytes() {
        for length in [0, 1, 100, WORTH_A_LARGE_PAGE, LARGE_PAGE, 5 << 20] {
            let bytes = ZeroedBytes::new(length);
            let all = || (0..length).map(|at| bytes.get(at).expect("a byte").load(Relaxed));
            assert!(all().all(|byte| byte == 0));
            for at in 0..length {
                bytes.get(at).expect("a byte").store(at as u8, Relaxed);
            }
            bytes.use_large_pages();
            assert!(all().eq((0..length).map(|at| at as u8)));
            assert!(bytes.get(length).is_none() && bytes.get(usize::MAX).is_none());
        }
    }
}
