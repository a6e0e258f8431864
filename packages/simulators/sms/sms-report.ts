import { REPORT_STATUS, type SmsReport } from './sms-message.ts';

const IST_MS = 5.5 * 3_600_000;

/** Posts one delivery report as MSG91 does; gives the receiver's HTTP status, null when it did not answer. */
export async function sendReport(
  url: string,
  facts: { requestId: string; mobile: string; report: SmsReport; at: number },
): Promise<number | null> {
  const date = new Date(facts.at + IST_MS).toISOString().slice(0, 19).replace('T', ' ');
  const line = { date, number: facts.mobile, ...REPORT_STATUS[facts.report] };
  const body = [{ requestId: facts.requestId, userId: '000001', report: [line], senderId: 'AANGAN' }];
  try {
    const reply = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(5000),
    });
    await reply.arrayBuffer();
    return reply.status;
  } catch {
    return null;
  }
}
