import { messageKind } from '@aangan/server/endpoint/area-registry.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type Channel, type OwnText, renderText, type Value, withOwnText } from './render-text.ts';
import { brandOf } from './sender-facts.server.ts';

/** The texts as these people would read them; null where a value is missing or the text is too long. A link stands as '[link]'. */
export async function previewMessages(
  db: Db,
  asked: {
    kind: string;
    franchiseeId: number;
    /** A text in place of the kind's. */
    own?: OwnText;
    people: readonly {
      channel: Channel;
      language: string;
      name: string;
      values: Readonly<Record<string, Value>>;
    }[];
  },
): Promise<(string | null)[]> {
  const kind = messageKind(asked.kind);
  if (!kind) throw new Error(`Message kind '${asked.kind}' is declared by no area`);
  const brand = await brandOf(db, asked.franchiseeId);
  return asked.people.map(({ channel, language, name, values }) => {
    const shown = { brand, name: name || brand, link: '[link]', ...values };
    const text = renderText(kind, channel, language, withOwnText(shown, asked.own));
    return typeof text === 'string' ? null : text.text;
  });
}
