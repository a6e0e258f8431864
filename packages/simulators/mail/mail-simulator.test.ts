import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { bounceOf } from './bounce.ts';
import { type MailSimulator, startMailSimulator } from './mail-simulator.ts';
import { parseMail } from './mime.ts';

async function withMail(
  run: (sim: MailSimulator, send: (mail: SendMailOptions) => Promise<unknown>) => Promise<void>,
): Promise<void> {
  const sim = await startMailSimulator({ seed: 'tests', maxBytes: 1_000_000 });
  const transport = createTransport({
    host: sim.host,
    port: sim.port,
    secure: false,
    ignoreTLS: true,
    socketTimeout: 300,
  });
  try {
    await run(sim, (mail) =>
      transport.sendMail({ from: 'Andheri <office@example.com>', to: 'gita@example.com', ...mail }),
    );
  } finally {
    transport.close();
    await sim.close();
  }
}

test('a mail of nodemailer is kept whole: names, Hindi, both texts, attachment, own headers, envelope', () =>
  withMail(async (sim, send) => {
    const pdf = Buffer.from(Array.from({ length: 3000 }, (_, at) => at % 256));
    await send({
      to: 'Gita <gita@example.com>, आशा <asha@example.com>',
      subject: 'शुल्क की रसीद R012/2627/000123 — इस महीने की फ़ीस मिल गई है, धन्यवाद',
      text: 'नमस्ते\r\n.a line that starts with a dot\r\n..and two\r\nThe end',
      html: '<p>₹12,500.00</p>',
      attachments: [{ filename: 'रसीद R012.pdf', content: pdf, contentType: 'application/pdf' }],
      headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
      envelope: { from: 'bounce+1@example.com', to: ['gita@example.com', 'asha@example.com'] },
    });
    const [mail] = sim.control.messages({ to: 'GITA@example.com' });
    assert.equal(mail?.subject, 'शुल्क की रसीद R012/2627/000123 — इस महीने की फ़ीस मिल गई है, धन्यवाद');
    assert.equal(mail?.text?.trim(), 'नमस्ते\r\n.a line that starts with a dot\r\n..and two\r\nThe end');
    assert.equal(mail?.html?.trim(), '<p>₹12,500.00</p>');
    assert.deepEqual(mail?.envelope, {
      from: 'bounce+1@example.com',
      to: ['gita@example.com', 'asha@example.com'],
    });
    assert.deepEqual(mail?.headers['list-unsubscribe-post'], ['List-Unsubscribe=One-Click']);
    const [attachment] = mail?.attachments ?? [];
    assert.deepEqual(
      [attachment?.filename, attachment?.contentType, attachment?.content.equals(pdf)],
      ['रसीद R012.pdf', 'application/pdf', true],
    );
    const listed: unknown = await (await fetch(`${sim.url}/_sim/messages?to=asha@example.com`)).json();
    assert.equal(Array.isArray(listed) ? listed.length : 0, 1);
  }));

test('refusals by stage: one recipient for ever, the whole mail for now, nothing kept', () =>
  withMail(async (sim, send) => {
    sim.control.addFault({ at: 'rcpt', address: 'gone@', code: 550, text: '5.1.1 No such user' });
    await assert.rejects(send({ to: 'gone@example.com', text: 'x' }), /550 5\.1\.1 No such user/);
    sim.control.addFault({ at: 'data', times: 1 });
    await assert.rejects(send({ text: 'x' }), /451/);
    sim.control.addFault({ at: 'connect', code: 421, text: '4.7.0 Too many connections', times: 1 });
    await assert.rejects(send({ text: 'x' }), /421/);
    assert.equal(sim.control.messages().length, 0);
    await send({ text: 'x' });
    assert.equal(sim.control.messages().length, 1);
    sim.control.clearFaults();
    await send({ to: 'gone@example.com', text: 'x' });
    assert.equal(sim.control.messages().length, 2);
  }));

test('the answer is lost after the mail was taken: the sender cannot know', () =>
  withMail(async (sim, send) => {
    sim.control.addFault({ at: 'accepted', kind: 'drop', times: 1 });
    await assert.rejects(send({ text: 'one' }));
    sim.control.addFault({ at: 'accepted', kind: 'hang', times: 1 });
    await assert.rejects(send({ text: 'two' }), /timeout/i);
    assert.deepEqual(
      sim.control.messages().map((mail) => mail.text?.trim()),
      ['one', 'two'],
    );
  }));

test('too big a mail is refused; commands in the wrong order are refused; pipelining works', () =>
  withMail(async (sim, send) => {
    await assert.rejects(
      send({ text: 'x', attachments: [{ filename: 'a', content: Buffer.alloc(1_100_000) }] }),
      /552/,
    );
    const replies = await talk(sim.port, [
      'DATA\r\n',
      'HELO x\r\nMAIL FROM:<a@b.c>\r\nMAIL FROM:<a@b.c>\r\nRCPT TO:bad\r\nRCPT TO:<d@e.f>\r\nDATA\r\n',
      '.\r\nAUTH PLAIN x\r\nQUIT\r\n',
    ]);
    assert.deepEqual(
      replies.map((line) => line.slice(0, 3)),
      ['220', '503', '250', '250', '503', '501', '250', '354', '250', '502', '221'],
    );
    assert.equal(sim.control.messages({ to: 'd@e.f' }).length, 1);
  }));

test('a bounce of a kept mail is a delivery report with recipient, action and status', () =>
  withMail(async (sim, send) => {
    await send({ text: 'x', subject: 'Fees' });
    const [mail] = sim.control.messages();
    assert.ok(mail);
    const report = parseMail(Buffer.from(bounceOf(mail, { recipient: 'gita@example.com' })));
    assert.match(report.headers['content-type']?.[0] ?? '', /multipart\/report; report-type=delivery-status/);
    const status = report.attachments
      .find((each) => each.contentType === 'message/delivery-status')
      ?.content.toString();
    assert.match(
      status ?? '',
      /Final-Recipient: rfc822; gita@example.com\r\nAction: failed\r\nStatus: 5\.1\.1/,
    );
    assert.match(
      report.attachments[1]?.content.toString() ?? '',
      new RegExp(mail.messageId.replaceAll(/[.+]/g, '\\$&')),
    );
  }));

/** Sends the pieces one after the other, each after an answer, and gives all lines of the server. */
async function talk(port: number, pieces: string[]): Promise<string[]> {
  return new Promise((resolve, reject) => {
    let heard = '';
    const left = [...pieces];
    const socket = connect(port, '127.0.0.1');
    socket.on('data', (bytes) => {
      heard += bytes.toString();
      const next = left.shift();
      if (next !== undefined) setTimeout(() => socket.write(next), 20);
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(heard.trim().split('\r\n')));
  });
}
