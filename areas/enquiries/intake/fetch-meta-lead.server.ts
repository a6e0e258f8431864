// The answers of Meta's leads, fetched with the page's token. A token that does not hold any more turns the channel red
// and loses nothing: its leads wait (enquiries.md 6).
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { channelFails, channelWorks } from './channel-health.server.ts';
import { openSecret } from './channel-secrets.server.ts';
import { metaErrorCode, readMetaAnswers } from './meta-lead.ts';
import { failIntake, type IntakeWork, lockIntake, processIntake } from './process-intake.server.ts';

export const GRAPH_URL = 'https://graph.facebook.com/v23.0';
const TIMEOUT_MS = 10_000;
const MAX_ANSWER = 256 * 1024;
const TOKEN_ENDED = 190;

interface ToFetch {
  leadgenId: string;
  channelId: string | null;
  token: string | null;
}

/** Fetches one lead's answers and takes it on from there. */
export async function fetchMetaLead(intake: IntakeWork, id: string, graphUrl: string): Promise<void> {
  const wanted = await intake.work(null, (db) => toFetch(db, id));
  if (!wanted) return;
  const { channelId, token } = wanted;
  const said = token ? await ask(`${graphUrl}/${wanted.leadgenId}`, token) : null;
  const answers = said?.ok ? readMetaAnswers(said.text) : null;
  if (answers) {
    await intake.work(null, async (db) => {
      await db
        .updateTable('lead_intake')
        .set((eb) => ({
          state: 'PARSED',
          parsed: JSON.stringify(answers.paper),
          external_form: answers.form ?? eb.ref('external_form'),
          external_campaign: answers.campaign,
          external_ad: answers.ad ?? eb.ref('external_ad'),
          next_try_at: null,
          last_error: null,
          attempts: 0,
        }))
        .where('id', '=', id)
        .where('parsed', 'is', null)
        .execute();
      if (channelId) await channelWorks(db, channelId);
    });
    return processIntake(intake, id);
  }
  const code = said ? metaErrorCode(said.text) : null;
  const noToken = !token || code === TOKEN_ENDED;
  const error = !channelId
    ? 'This page is not among the channels'
    : noToken
      ? 'Facebook access expired. Reconnect the page'
      : said
        ? `Meta answered ${said.status}${code === null ? '' : ` (${code})`}`
        : 'Meta did not answer';
  await intake.work(null, async (db) => {
    await failIntake(db, id, { error, now: intake.now, forEver: noToken });
    if (channelId) await channelFails(db, { id: channelId, error, now: intake.now, atOnce: noToken });
  });
}

async function toFetch(db: Db, id: string): Promise<ToFetch | null> {
  const row = await lockIntake(db, id);
  if (!row || row.parsed !== null || (row.state !== 'FETCHING' && row.state !== 'RETRY')) return null;
  const channelId = row.channel_id;
  const channel = channelId
    ? await db
        .selectFrom('lead_channel')
        .select('token_sealed')
        .where('id', '=', channelId)
        .executeTakeFirst()
    : undefined;
  return {
    leadgenId: row.dedupe_key,
    channelId,
    token:
      channelId && channel?.token_sealed ? openSecret(channel.token_sealed, 'token_sealed', channelId) : null,
  };
}

async function ask(
  url: string,
  token: string,
): Promise<{ ok: boolean; status: number; text: string } | null> {
  try {
    // The token travels in a header: an address ends up in logs.
    const answer = await fetch(url, {
      headers: { authorization: `Bearer ${token}` },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const length = Number(answer.headers.get('content-length') ?? 0);
    if (length > MAX_ANSWER) return null;
    return { ok: answer.ok, status: answer.status, text: (await answer.text()).slice(0, MAX_ANSWER) };
  } catch {
    return null;
  }
}
