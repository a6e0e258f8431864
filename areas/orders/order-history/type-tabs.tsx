import { kitTypes, uniformKit } from '../kit-types.ts';
import { PlaceTabs } from '../place-tabs.tsx';
import { HAND_OVER, HISTORY, typePath } from './order-paths.ts';

const TABS = [
  { to: HISTORY, label: 'All' },
  { to: HAND_OVER, label: 'Kits to hand over' },
  ...[...kitTypes, uniformKit].map(({ slug, name }) => ({ to: typePath(slug), label: name })),
];

/** What was ordered, all together and by kit type, and what of it waits for its families. */
export const TypeTabs = ({ at }: { at: string }) => <PlaceTabs label="Orders" tabs={TABS} at={at} />;
