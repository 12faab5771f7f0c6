import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sharedProgram, type TestProgram } from '../../support/program.ts';

let vitrine: TestProgram;
beforeAll(async () => {
  vitrine = await sharedProgram();
});
afterAll(() => vitrine.close());

const BODY_BYTES = 64 * 1024 * 1024;
const PIECE_BYTES = 1024 * 1024;

it('a long body that is refused by its head is not read: the answer says so and the connection ends', async () => {
  const socket = connect(vitrine.port, '127.0.0.1');
  socket.on('error', () => undefined);
  let answer = '';
  socket.on('data', (bytes) => {
    answer += bytes.toString();
  });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const head = ['PUT /api/themes/x/fichiers HTTP/1.1', 'Host: localhost', 'Content-Type: application/json'];
  socket.write(`${head.join('\r\n')}\r\nContent-Length: ${BODY_BYTES}\r\n\r\n`);
  let left = 0;
  for (let written = 0; written < BODY_BYTES; written += PIECE_BYTES) {
    socket.write(Buffer.alloc(PIECE_BYTES, 0x20), (error) => {
      if (!error) left += PIECE_BYTES;
    });
  }
  await closed;

  expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  expect(answer).toMatch(/\r\nconnection: close\r\n/i);
  expect(answer).toMatch(/\r\ncache-control: no-store\r\n/i);
  expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ error: 'unauthorized' });
  expect(left).toBeLessThan(BODY_BYTES / 4);
});

it('a short one leaves the connection open for the next request', async () => {
  const socket = connect(vitrine.port, '127.0.0.1');
  const head = ['PUT /api/themes/x/fichiers HTTP/1.1', 'Host: localhost', 'Content-Type: application/json'];
  const request = `${head.join('\r\n')}\r\nContent-Length: 2\r\n\r\n{}`;
  for (let n = 0; n < 2; n++) {
    socket.write(request);
    const [bytes] = await once(socket, 'data');
    expect(String(bytes)).toMatch(/^HTTP\/1\.1 401 /);
  }
  socket.destroy();
});
