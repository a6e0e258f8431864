// Meta's lead ads (integrations.md 3.2): the webhook only points to a lead; its answers are fetched with the page's token.
import * as z from 'zod';
import { answerText, externalId, type LeadPaper, paperOf } from './lead-paper.ts';
import { parseLossless } from './lossless-json.ts';

interface MetaPointer {
  leadgenId: string;
  pageId: string;
  form: string | null;
  ad: string | null;
}

const id = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().regex(/^\d{1,40}$/));
const page = z.object({
  object: z.literal('page'),
  entry: z.array(
    z.object({
      changes: z.array(z.object({ field: z.string(), value: z.unknown().optional() })).default([]),
    }),
  ),
});
const leadgen = z.object({
  leadgen_id: id,
  page_id: id,
  form_id: z.unknown().optional(),
  ad_id: z.unknown().optional(),
});

/** The leads a delivery points to; null when it is no page's delivery. One broken change does not lose its neighbours. */
export function readMetaPointers(text: string): MetaPointer[] | null {
  const parsed = page.safeParse(parseLossless(text));
  if (!parsed.success) return null;
  return parsed.data.entry.flatMap((entry) =>
    entry.changes.flatMap((change) => {
      const said = change.field === 'leadgen' ? leadgen.safeParse(change.value) : null;
      return said?.success
        ? [
            {
              leadgenId: said.data.leadgen_id,
              pageId: said.data.page_id,
              form: externalId(said.data.form_id),
              ad: externalId(said.data.ad_id),
            },
          ]
        : [];
    }),
  );
}

const answers = z.object({
  id,
  created_time: z.unknown().optional(),
  field_data: z.array(z.object({ name: z.string().min(1), values: z.array(z.unknown()).default([]) })),
  form_id: z.unknown().optional(),
  ad_id: z.unknown().optional(),
  campaign_id: z.unknown().optional(),
  platform: z.unknown().optional(),
  is_organic: z.unknown().optional(),
});

export interface MetaAnswers {
  form: string | null;
  campaign: string | null;
  ad: string | null;
  paper: LeadPaper;
}

/** What Graph answers for one lead; null when it is something else. */
export function readMetaAnswers(text: string): MetaAnswers | null {
  const parsed = answers.safeParse(parseLossless(text));
  if (!parsed.success) return null;
  const said = parsed.data;
  return {
    form: externalId(said.form_id),
    campaign: externalId(said.campaign_id),
    ad: externalId(said.ad_id),
    paper: paperOf(
      said.field_data.map((field) => ({
        id: field.name,
        value: field.values.map(answerText).filter(Boolean).join(', '),
      })),
      { submittedAt: said.created_time, facts: { platform: said.platform, organic: said.is_organic } },
    ),
  };
}

const graphError = z.object({ error: z.object({ code: z.number() }) });

/** Graph's error code (190 = the token does not hold any more), or null. */
export function metaErrorCode(text: string): number | null {
  const parsed = graphError.safeParse(parseLossless(text));
  return parsed.success ? parsed.data.error.code : null;
}
