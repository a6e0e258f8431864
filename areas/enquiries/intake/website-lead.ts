// Leads of the public marketing site: a flat JSON object, signed by us (enquiries.md 5, endpoints).
import * as z from 'zod';
import type { ReadLead } from './google-lead.ts';
import { externalId, paperOf } from './lead-paper.ts';
import { parseLossless } from './lossless-json.ts';

const body = z.looseObject({
  lead_id: z.union([z.string(), z.number()]).transform(String).pipe(z.string().trim().min(1).max(200)),
  is_test: z.boolean().nullish(),
});

const NO_ANSWERS = new Set(['lead_id', 'is_test', 'form', 'campaign', 'submitted_at', 'mid']);

/** The lead of a delivery; null when it is none. `mid` credits a source link. */
export function readWebsiteLead(text: string): ReadLead | null {
  const parsed = body.safeParse(parseLossless(text));
  if (!parsed.success) return null;
  const said = parsed.data;
  return {
    dedupeKey: said.lead_id,
    isTest: said.is_test === true,
    form: externalId(said['form']),
    campaign: externalId(said['campaign']),
    ad: null,
    paper: paperOf(
      Object.entries(said)
        .filter(([name]) => !NO_ANSWERS.has(name))
        .map(([name, value]) => ({ id: name, value })),
      { submittedAt: said['submitted_at'], facts: { mid: said['mid'] } },
    ),
  };
}
