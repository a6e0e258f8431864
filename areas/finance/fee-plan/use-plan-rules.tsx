import { useQuery } from '@aangan/web/api/use-query.ts';
import { planRules } from '../finance-setting-forms.ts';
import type { OptionRules } from './plan-draft.ts';
import type { JoinProration } from './plan-shape.ts';

/** What a new payment option and an assignment start with here; the usual values until the answer comes. */
export function usePlanRules(): OptionRules & { joinProration: JoinProration; ready: boolean } {
  const { data, isPending } = useQuery(planRules.endpoints.get, {});
  const of = (name: keyof typeof planRules.settings) =>
    data?.entries[name]?.value ?? planRules.settings[name]?.default;
  return {
    minPartial: of('partialMin') as number,
    roundTo: Number(of('roundTo')) as OptionRules['roundTo'],
    residue: of('residue') as OptionRules['residue'],
    joinProration: of('joinProration') as JoinProration,
    ready: !isPending,
  };
}
