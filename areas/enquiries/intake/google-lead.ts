// Google's lead form webhook (integrations.md 3.1, A10). Unknown fields are ignored: Google adds to the body.
import * as z from 'zod';
import { externalId, type LeadPaper, paperOf } from './lead-paper.ts';
import { parseLossless } from './lossless-json.ts';

export interface ReadLead {
  dedupeKey: string;
  isTest: boolean;
  form: string | null;
  campaign: string | null;
  ad: string | null;
  paper: LeadPaper;
}

const body = z.object({
  lead_id: z.string().trim().min(1).max(200),
  google_key: z.string().max(200).optional(),
  is_test: z.boolean().nullish(),
  user_column_data: z.array(
    z.object({
      column_id: z.string().min(1),
      column_name: z.string().nullish(),
      string_value: z.unknown().optional(),
    }),
  ),
  form_id: z.unknown().optional(),
  campaign_id: z.unknown().optional(),
  adgroup_id: z.unknown().optional(),
  creative_id: z.unknown().optional(),
  gcl_id: z.unknown().optional(),
  lead_stage: z.unknown().optional(),
  lead_submit_time: z.unknown().optional(),
});

/** Key and lead of a delivery; null when it is none. */
export function readGoogleLead(text: string): { key: string; lead: ReadLead } | null {
  const parsed = body.safeParse(parseLossless(text));
  if (!parsed.success) return null;
  const said = parsed.data;
  return {
    key: said.google_key ?? '',
    lead: {
      dedupeKey: said.lead_id,
      isTest: said.is_test === true,
      form: externalId(said.form_id),
      campaign: externalId(said.campaign_id),
      ad: externalId(said.creative_id),
      paper: paperOf(
        said.user_column_data.map((one) => ({
          id: one.column_id,
          name: one.column_name ?? null,
          value: one.string_value,
        })),
        {
          submittedAt: said.lead_submit_time,
          facts: { adgroup: said.adgroup_id, gclid: said.gcl_id, leadStage: said.lead_stage },
        },
      ),
    },
  };
}

const KEY = /("google_key"\s*:\s*)"(?:[^"\\]|\\.)*"/g;
const REMOVED = 'removed';

/**
 * The body without its key, everything else byte by byte as it came. Null when the key cannot be taken out for certain
 * (written twice, or in escaped letters).
 */
export function withoutGoogleKey(text: string): string | null {
  const found = text.match(KEY)?.length ?? 0;
  const stripped = text.replace(KEY, `$1"${REMOVED}"`);
  return found === 1 && readGoogleLead(stripped)?.key === REMOVED ? stripped : null;
}
