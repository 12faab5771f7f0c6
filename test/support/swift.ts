/** OpenStack Swift as Debian packages it, a real object store that speaks S3, on this machine alone (docs/media.md, A bucket on this machine). */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { AwsV4Signer } from 'aws4fetch';
import type { BucketAddress } from '../../src/media/store/bucket-address.ts';
import { freePorts } from './free-ports.ts';
import { untilItAnswers } from './until-it-answers.ts';

const run = promisify(execFile);

const [ACCOUNT, USER, SECRET, BUCKET] = ['essai', 'testeur', 'mot-de-passe', 'medias'];
const SHA256_OF_NOTHING = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

export interface Swift {
  readonly bucket: BucketAddress;
  end(): Promise<void>;
}

/** Starts a server of each kind, with a bucket. @param folder takes their files; its file system has extended attributes */
export async function startSwift(folder: string): Promise<Swift> {
  const [proxy = 0, cache = 0, ...ports] = await freePorts(5);
  await mkdir(join(folder, 'devices', 'd1'), { recursive: true });
  await writeFile(join(folder, 'swift.conf'), SWIFT);
  await writeFile(join(folder, 'proxy.conf'), proxyConfiguration(folder, proxy, cache));
  const kinds = ['account', 'container', 'object'];
  for (const [n, kind] of kinds.entries()) {
    const [port = 0, ring] = [ports[n], join(folder, `${kind}.builder`)];
    await writeFile(join(folder, `${kind}.conf`), storageConfiguration(folder, port, kind));
    await run('swift-ring-builder', [ring, 'create', '1', '1', '0']);
    await run('swift-ring-builder', [ring, 'add', `r1z1-127.0.0.1:${port}/d1`, '1']);
    await run('swift-ring-builder', [ring, 'rebalance']);
  }
  let output = '';
  const children: ChildProcess[] = [];
  const start = (program: string, args: readonly string[]): ChildProcess => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
    children.push(child);
    return child;
  };
  const end = () => Promise.all(children.map(ended)).then(() => undefined);
  const bucket = {
    url: `http://127.0.0.1:${proxy}/${BUCKET}`,
    region: 'us-east-1',
    key: `${ACCOUNT}:${USER}`,
    secret: SECRET,
  };
  try {
    start('memcached', ['-l', '127.0.0.1', '-p', String(cache), '-U', '0', '-u', 'nobody']);
    for (const kind of kinds) start(`swift-${kind}-server`, [join(folder, `${kind}.conf`), '-v']);
    const child = start('swift-proxy-server', [join(folder, 'proxy.conf'), '-v']);
    // Not before the servers of storage answer.
    await untilItAnswers(
      'Swift',
      child,
      () => isMade(bucket).catch(() => false),
      () => output,
    );
    return { bucket, end };
  } catch (error) {
    await end();
    throw error;
  }
}

async function isMade({ url, region, key: accessKeyId, secret: secretAccessKey }: BucketAddress): Promise<boolean> {
  const headers = { 'X-Amz-Content-Sha256': SHA256_OF_NOTHING };
  const signer = new AwsV4Signer({ method: 'PUT', url, region, accessKeyId, secretAccessKey, service: 's3', headers });
  return (await fetch(url, { method: 'PUT', headers: (await signer.sign()).headers })).ok;
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

const SWIFT = `[swift-hash]
swift_hash_path_suffix = essai
swift_hash_path_prefix = essai
[storage-policy:0]
name = Policy-0
default = yes
`;

const common = (folder: string, port: number): string => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
swift_dir = ${folder}
user = root
workers = 0
log_level = WARNING
`;

const proxyConfiguration = (folder: string, port: number, cache: number): string => `${common(folder, port)}
[pipeline:main]
pipeline = catch_errors gatekeeper cache s3api tempauth proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${cache}
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
allow_multipart_uploads = false
[filter:tempauth]
use = egg:swift#tempauth
user_${ACCOUNT}_${USER} = ${SECRET} .admin
`;

const storageConfiguration = (folder: string, port: number, kind: string): string => `${common(folder, port)}
devices = ${join(folder, 'devices')}
mount_check = false
[pipeline:main]
pipeline = ${kind}-server
[app:${kind}-server]
use = egg:swift#${kind}
`;
