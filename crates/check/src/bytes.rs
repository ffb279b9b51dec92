//! Numbers and checksums in a file.

/// What is left to read.
pub(crate) struct Reader<'a>(pub(crate) &'a [u8]);

impl<'a> Reader<'a> {
    /// The next bytes; `None` if there are not so many.
    pub(crate) fn bytes(&mut self, count: usize) -> Option<&'a [u8]> {
        let (bytes, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(bytes)
    }

    /// A little-endian number of so many bytes.
    pub(crate) fn number(&mut self, bytes: usize) -> Option<u64> {
        let bytes = self.bytes(bytes)?.iter().rev();
        Some(bytes.fold(0, |number, &byte| number << 8 | u64::from(byte)))
    }
}

/// The bytes before the checksum at the end; `None` if it is not theirs.
pub(crate) fn checked(bytes: &[u8]) -> Option<&[u8]> {
    let (body, checksum) = bytes.split_last_chunk()?;
    (u32::from_le_bytes(*checksum) == crc32(body)).then_some(body)
}

/// The checksum of zlib and PNG, bit by bit.
fn crc32(bytes: &[u8]) -> u32 {
    let step = |crc: u32| (crc >> 1) ^ if crc & 1 == 1 { 0xedb8_8320 } else { 0 };
    !bytes.iter().fold(!0, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| step(crc))
    })
}
