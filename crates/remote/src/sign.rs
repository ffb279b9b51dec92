//! Signatures of requests to S3: AWS Signature Version 4, for requests without a body.
//!
//! What is asked (path, query, headers) is hashed; the hash is signed with a key that is made of
//! the secret one, the day, the region and the service. See "Signature Calculations for the
//! Authorization Header" in the documentation of S3, whose examples are the tests.

use std::time::{SystemTime, UNIX_EPOCH};

use hyper::header::{AUTHORIZATION, HeaderMap, HeaderName, HeaderValue};
use ring::{digest, hmac};

use crate::settings::S3Keys;

const DATE: HeaderName = HeaderName::from_static("x-amz-date");
const BODY: HeaderName = HeaderName::from_static("x-amz-content-sha256");
const TOKEN: HeaderName = HeaderName::from_static("x-amz-security-token");

/// Signs requests.
pub(crate) struct Signer {
    keys: S3Keys,
    region: String,
}

impl Signer {
    pub(crate) fn new(keys: &S3Keys, region: &str) -> Signer {
        Signer {
            keys: keys.clone(),
            region: region.into(),
        }
    }

    /// Signs a request for a path, encoded as it is sent, with its query, whose parameters are
    /// in the order of their names, and all headers.
    pub(crate) fn sign(&self, now: SystemTime, path: &str, query: &str, headers: &mut HeaderMap) {
        let now = timestamp(now);
        let day = &now[..8];
        headers.insert(DATE, plain(&now));
        headers.insert(BODY, plain(&hash("")));
        if let Some(token) = &self.keys.token {
            headers.insert(TOKEN, secret(token));
        }
        let mut lines: Vec<(&str, &[u8])> = headers
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_bytes()))
            .collect();
        lines.sort_unstable();
        let names: Vec<&str> = lines.iter().map(|&(name, _)| name).collect();
        let names = names.join(";");
        let mut request = format!("GET\n{path}\n{query}\n").into_bytes();
        for (name, value) in lines {
            request.extend([name.as_bytes(), b":", value, b"\n"].concat());
        }
        request.extend(format!("\n{names}\n{}", hash("")).bytes());
        let scope = format!("{day}/{}/s3/aws4_request", self.region);
        let text = format!("AWS4-HMAC-SHA256\n{now}\n{scope}\n{}", hash(request));
        let secret_key = format!("AWS4{}", self.keys.secret);
        let day_key = authenticate(secret_key, day);
        let region_key = authenticate(day_key, &self.region);
        let service_key = authenticate(region_key, "s3");
        let key = authenticate(service_key, "aws4_request");
        let signature = hexadecimal(authenticate(key, &text));
        let id = &self.keys.id;
        let authorization = format!(
            "AWS4-HMAC-SHA256 Credential={id}/{scope},SignedHeaders={names},Signature={signature}"
        );
        headers.insert(AUTHORIZATION, secret(&authorization));
    }
}

fn plain(text: &str) -> HeaderValue {
    HeaderValue::from_str(text).expect("printable ASCII")
}

fn secret(text: &str) -> HeaderValue {
    let mut value = plain(text);
    value.set_sensitive(true);
    value
}

fn hash(bytes: impl AsRef<[u8]>) -> String {
    hexadecimal(digest::digest(&digest::SHA256, bytes.as_ref()))
}

fn authenticate(key: impl AsRef<[u8]>, text: &str) -> hmac::Tag {
    let key = hmac::Key::new(hmac::HMAC_SHA256, key.as_ref());
    hmac::sign(&key, text.as_bytes())
}

fn hexadecimal(bytes: impl AsRef<[u8]>) -> String {
    let bytes = bytes.as_ref().iter();
    bytes.map(|byte| format!("{byte:02x}")).collect()
}

/// `20130524T000000Z`.
fn timestamp(time: SystemTime) -> String {
    // A clock before 1970 is so wrong that the host refuses whatever is sent.
    let seconds = time
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default()
        .as_secs();
    let (mut day, second) = (seconds / 86_400, seconds % 86_400);
    let mut year = 1970;
    while day >= days_of(year) {
        day -= days_of(year);
        year += 1;
    }
    let february = days_of(year) - 337;
    let mut month = 1;
    for days in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30] {
        if day < days {
            break;
        }
        day -= days;
        month += 1;
    }
    let (hour, minute) = (second / 3600, second / 60 % 60);
    format!(
        "{year}{month:02}{:02}T{hour:02}{minute:02}{:02}Z",
        day + 1,
        second % 60
    )
}

fn days_of(year: u64) -> u64 {
    let is_leap = year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    if is_leap { 366 } else { 365 }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use hyper::header::{HOST, RANGE};

    use super::*;

    fn signer(token: Option<&str>) -> Signer {
        let keys = S3Keys {
            id: "AKIAIOSFODNN7EXAMPLE".into(),
            secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY".into(),
            token: token.map(Into::into),
        };
        Signer::new(&keys, "us-east-1")
    }

    fn at(seconds: u64) -> SystemTime {
        UNIX_EPOCH + Duration::from_secs(seconds)
    }

    /// What the documentation of S3 says of these requests.
    #[test]
    fn signatures_are_those_of_the_documentation_of_s3() {
        let range = "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41";
        let lifecycle = "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543";
        let list = "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7";
        for (path, query, has_range, signature) in [
            ("/test.txt", "", true, range),
            ("/", "lifecycle=", false, lifecycle),
            ("/", "max-keys=2&prefix=J", false, list),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(HOST, plain("examplebucket.s3.amazonaws.com"));
            if has_range {
                headers.insert(RANGE, plain("bytes=0-9"));
            }
            signer(None).sign(at(1_369_353_600), path, query, &mut headers);
            let names = match has_range {
                true => "host;range;x-amz-content-sha256;x-amz-date",
                false => "host;x-amz-content-sha256;x-amz-date",
            };
            let credential = "AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request";
            let expected = format!(
                "AWS4-HMAC-SHA256 Credential={credential},SignedHeaders={names},Signature={signature}"
            );
            assert_eq!(headers[AUTHORIZATION], expected);
        }
    }

    #[test]
    fn the_token_of_a_session_is_signed_and_never_printed() {
        let mut headers = HeaderMap::new();
        signer(Some("t0ken")).sign(at(0), "/", "", &mut headers);
        assert_eq!(headers[TOKEN], "t0ken");
        let authorization = headers[AUTHORIZATION].to_str().unwrap();
        assert!(authorization.contains("x-amz-date;x-amz-security-token,"));
        let printed = format!("{headers:?}");
        assert!(
            !printed.contains("t0ken") && !printed.contains("Signature"),
            "{printed}"
        );
    }

    #[test]
    fn times_are_those_of_the_calendar() {
        for (seconds, time) in [
            (0, "19700101T000000Z"),
            (951_782_400, "20000229T000000Z"),
            (1_709_164_800, "20240229T000000Z"),
            (1_735_689_599, "20241231T235959Z"),
            (4_107_542_399, "21000228T235959Z"),
            (4_107_542_400, "21000301T000000Z"),
        ] {
            assert_eq!(timestamp(at(seconds)), time);
        }
    }
}
