//! What the environment says about S3. Only these variables are looked at, and nothing is
//! asked for credentials: neither files, nor the metadata service of a machine in a cloud.

use std::fmt;

use thiserror::Error;

use crate::url::HttpUrl;

/// The service to ask, and as whom.
#[derive(Clone)]
pub(crate) struct S3Settings {
    /// Requests are not signed without.
    pub(crate) keys: Option<S3Keys>,
    /// Where buckets are.
    pub(crate) endpoint: HttpUrl,
    pub(crate) region: String,
}

/// Who asks.
#[derive(Clone)]
pub(crate) struct S3Keys {
    pub(crate) id: String,
    pub(crate) secret: String,
    pub(crate) token: Option<String>,
}

/// What is odd about the environment. It shows no values.
#[derive(Debug, Error)]
pub enum SettingsError {
    /// One of the two keys is missing.
    #[error("{0} is set, but {1} is not: S3 needs both or neither")]
    Half(&'static str, &'static str),
    /// It would become a part of a header.
    #[error("{0} has characters that are in no key: it is letters, digits and punctuation")]
    Key(&'static str),
    /// It is not an address.
    #[error("AWS_ENDPOINT_URL is not an address like https://s3.example.org")]
    Endpoint,
    /// It would become a part of an address.
    #[error("AWS_REGION is not a region like eu-west-1")]
    Region,
}

const ID: &str = "AWS_ACCESS_KEY_ID";
const SECRET: &str = "AWS_SECRET_ACCESS_KEY";
const TOKEN: &str = "AWS_SESSION_TOKEN";

impl S3Settings {
    pub(crate) fn read(
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<S3Settings, SettingsError> {
        let variable = |name: &str| variable(name).filter(|value| !value.is_empty());
        let keys = match (variable(ID), variable(SECRET)) {
            (Some(id), Some(secret)) => Some(S3Keys {
                id,
                secret,
                token: variable(TOKEN),
            }),
            (Some(_), None) => return Err(SettingsError::Half(ID, SECRET)),
            (None, Some(_)) => return Err(SettingsError::Half(SECRET, ID)),
            (None, None) => None,
        };
        for name in [ID, TOKEN] {
            let is_key = |value: String| value.bytes().all(|byte| byte.is_ascii_graphic());
            if !variable(name).is_none_or(is_key) {
                return Err(SettingsError::Key(name));
            }
        }
        let region = variable("AWS_REGION").or_else(|| variable("AWS_DEFAULT_REGION"));
        let region = region.unwrap_or_else(|| "us-east-1".into());
        let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
        if !region.chars().all(is_plain) {
            return Err(SettingsError::Region);
        }
        let endpoint = variable("AWS_ENDPOINT_URL_S3").or_else(|| variable("AWS_ENDPOINT_URL"));
        let endpoint = endpoint.unwrap_or_else(|| format!("https://s3.{region}.amazonaws.com"));
        let endpoint = match HttpUrl::parse(&endpoint) {
            Ok((endpoint, None)) => endpoint,
            _ => return Err(SettingsError::Endpoint),
        };
        Ok(S3Settings {
            keys,
            endpoint,
            region,
        })
    }
}

impl fmt::Debug for S3Settings {
    /// Without the keys.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("S3Settings")
            .field("endpoint", &self.endpoint)
            .field("region", &self.region)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(variables: &[(&str, &str)]) -> Result<S3Settings, SettingsError> {
        S3Settings::read(|name| {
            let found = variables.iter().find(|(variable, _)| *variable == name);
            found.map(|(_, value)| (*value).into())
        })
    }

    #[test]
    fn without_an_environment_requests_go_to_amazon_unsigned() {
        let settings = read(&[(SECRET, ""), ("AWS_REGION", "eu-west-1")]).unwrap();
        assert!(settings.keys.is_none());
        let endpoint = settings.endpoint.to_string();
        assert_eq!(endpoint, "https://s3.eu-west-1.amazonaws.com");
    }

    #[test]
    fn odd_settings_are_refused_without_their_values() {
        for odd in [
            &[(ID, "secret")][..],
            &[(SECRET, "secret")],
            &[(ID, "secret\n"), (SECRET, "secret")],
            &[(ID, "secret"), (SECRET, "secret"), (TOKEN, "sécret")],
            &[("AWS_ENDPOINT_URL", "secret")],
            &[("AWS_ENDPOINT_URL", "https://me:secret@host")],
            &[("AWS_REGION", "secret.example.org/")],
        ] {
            let error = read(odd).expect_err("it is odd").to_string();
            assert!(!error.contains("secret"), "{error}");
        }
    }

    #[test]
    fn keys_are_never_printed() {
        let settings = read(&[(ID, "secret"), (SECRET, "secret")]).unwrap();
        assert!(!format!("{settings:?}").contains("secret"));
        assert!(settings.keys.is_some());
    }
}
