//! What a bucket answers when it is asked for its list (ListObjectsV2), page by page.

use std::borrow::Cow;

/// A page of the list.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct ListPage {
    pub(crate) objects: Vec<Object>,
    /// What the next page is asked for with, if there is one.
    pub(crate) next: Option<String>,
}

/// An object in a bucket.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Object {
    pub(crate) key: String,
    pub(crate) length: u64,
    pub(crate) tag: Option<String>,
}

/// Elements within each other at most: there are four in a list with owners.
const DEPTH: usize = 8;

impl ListPage {
    /// Reads a page; `None` if it is something else. Nothing is in it but elements with text,
    /// so comments and what else there is in XML are refused.
    pub(crate) fn parse(bytes: &[u8]) -> Option<ListPage> {
        let mut rest = str::from_utf8(bytes).ok()?;
        let mut page = ListPage::default();
        let mut is_truncated = false;
        let mut object = Object::default();
        let mut open: Vec<&str> = Vec::new();
        while let Some((text, tag, after)) = next_tag(rest) {
            rest = after;
            if tag.starts_with('?') {
                continue;
            }
            let Some(name) = tag.strip_prefix('/') else {
                let is_empty = tag.ends_with('/');
                let name = tag.split([' ', '\t', '\r', '\n', '/']).next()?;
                if !is_empty {
                    open.push(name);
                }
                if name.starts_with('!') || open.len() > DEPTH {
                    return None;
                }
                continue;
            };
            let name = name.trim_end();
            if open.pop() != Some(name) {
                return None;
            }
            match (&*open, name) {
                (["ListBucketResult", "Contents"], "Key") => object.key = unescape(text)?.into(),
                (["ListBucketResult", "Contents"], "ETag") => {
                    object.tag = Some(unescape(text)?.into());
                }
                (["ListBucketResult", "Contents"], "Size") => object.length = text.parse().ok()?,
                (["ListBucketResult"], "Contents") => {
                    page.objects.push(std::mem::take(&mut object));
                }
                (["ListBucketResult"], "IsTruncated") => is_truncated = text.parse().ok()?,
                (["ListBucketResult"], "NextContinuationToken") => {
                    page.next = Some(unescape(text)?.into());
                }
                ([], "ListBucketResult") => {
                    page.next = page.next.filter(|_| is_truncated);
                    return (page.next.is_some() == is_truncated).then_some(page);
                }
                _ => {}
            }
        }
        None
    }
}

/// The text before the next tag, what is in the tag, and what follows.
fn next_tag(text: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = text.split_once('<')?;
    let (tag, after) = rest.split_once('>')?;
    Some((before, tag, after))
}

/// Text without references to characters.
fn unescape(text: &str) -> Option<Cow<'_, str>> {
    let Some((before, mut rest)) = text.split_once('&') else {
        return Some(text.into());
    };
    let mut plain = String::from(before);
    loop {
        let (name, after) = rest.split_once(';')?;
        plain.push(match name {
            "amp" => '&',
            "lt" => '<',
            "gt" => '>',
            "quot" => '"',
            "apos" => '\'',
            _ => {
                let number = name.strip_prefix('#')?;
                let number = match number.strip_prefix('x') {
                    Some(digits) => u32::from_str_radix(digits, 16),
                    None => number.parse(),
                };
                char::from_u32(number.ok()?)?
            }
        });
        let Some((before, next)) = after.split_once('&') else {
            plain.push_str(after);
            return Some(plain.into());
        };
        plain.push_str(before);
        rest = next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn object(key: &str, length: u64, tag: Option<&str>) -> Object {
        Object {
            key: key.into(),
            length,
            tag: tag.map(Into::into),
        }
    }

    /// Made after the answers in the documentation of S3.
    const PAGE: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
        <ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">
          <Name>bucket</Name>
          <Prefix>a&amp;b/</Prefix>
          <NextContinuationToken>1ueGcxLPRx1Tr/XYExHnhbYLgveDs2J/wm36Hy4vbOwM=</NextContinuationToken>
          <KeyCount>205</KeyCount>
          <IsTruncated>true</IsTruncated>
          <Contents>
            <Key>a&amp;b/&lt;c&gt;&#x20;&#252;.qxc</Key>
            <LastModified>2009-10-12T17:50:30.000Z</LastModified>
            <ETag>&quot;fba9dede5f27731c9771645a39863328&quot;</ETag>
            <Size>434234</Size>
            <Owner><ID>1</ID><DisplayName>Key</DisplayName></Owner>
          </Contents>
          <Contents><Key>empty</Key><Size>0</Size><Owner/></Contents>
          <CommonPrefixes><Prefix>a&amp;b/more/</Prefix></CommonPrefixes>
        </ListBucketResult>"#;

    #[test]
    fn a_page_is_its_objects_and_where_the_next_begins() {
        let tag = "\"fba9dede5f27731c9771645a39863328\"";
        let expected = ListPage {
            objects: vec![
                object("a&b/<c> ü.qxc", 434_234, Some(tag)),
                object("empty", 0, None),
            ],
            next: Some("1ueGcxLPRx1Tr/XYExHnhbYLgveDs2J/wm36Hy4vbOwM=".into()),
        };
        assert_eq!(ListPage::parse(PAGE.as_bytes()), Some(expected));
        let last = PAGE.replace("true", "false");
        assert_eq!(ListPage::parse(last.as_bytes()).unwrap().next, None);
    }

    #[test]
    fn what_is_no_page_is_refused() {
        for length in 0..PAGE.len() {
            assert_eq!(ListPage::parse(&PAGE.as_bytes()[..length]), None);
        }
        for (part, other) in [
            ("NextContinuationToken", "Next"),
            ("434234", "-1"),
            ("434234", "99999999999999999999"),
            ("&lt;", "&other;"),
            ("&lt;", "&#xd800;"),
            ("&lt;", "&"),
            ("</Owner>", "</Own>"),
            ("<Owner>", "<Owner><a><a><a><a><a><a>"),
            ("<Owner/>", "<!-- -->"),
            ("<Owner/>", "<![CDATA[]]>"),
            ("ListBucketResult", "Error"),
        ] {
            let page = PAGE.replace(part, other);
            assert_ne!(page, PAGE);
            assert_eq!(ListPage::parse(page.as_bytes()), None, "{part} → {other}");
        }
    }
}
