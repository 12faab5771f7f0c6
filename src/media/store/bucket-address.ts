/** A bucket of a server that speaks S3, and the key that opens it. */
export interface BucketAddress {
  /** Address of the bucket, without a slash at its end. */
  readonly url: string;
  readonly region: string;
  readonly key: string;
  readonly secret: string;
}

/** What servers take that have no regions. */
const REGION = 'us-east-1';

/** Names that need no escape in an address; some servers take more than Amazon. */
const BUCKET = /^\/([A-Za-z0-9][A-Za-z0-9._-]{0,254})\/?$/;
const REGION_NAME = /^[a-z0-9][a-z0-9-]{0,62}$/i;

/** @param text as `https://<key>:<secret>@<host>/<bucket>?region=<region>` @returns null where it has another form */
export function readBucketAddress(text: string): BucketAddress | null {
  const address = URL.parse(text);
  if (!address || !/^https?:$/.test(address.protocol) || address.hash !== '') return null;
  const [, bucket] = BUCKET.exec(address.pathname) ?? [];
  const { region = REGION, ...others } = Object.fromEntries(address.searchParams);
  const [key, secret] = [decoded(address.username), decoded(address.password)];
  if (!bucket || !key || !secret || !REGION_NAME.test(region) || Object.keys(others).length > 0) return null;
  return { url: `${address.origin}/${bucket}`, region, key, secret };
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
