import { ScrollArea, Tabs } from '@mantine/core';
import { useNavigate } from 'react-router';
import { kitTypes, uniformKit } from '../kit-types.ts';
import { HISTORY, typePath } from './order-paths.ts';

const ALL = 'all';
const TABS = [...kitTypes, uniformKit];

/** One list under the tabs of all kit types. */
export function TypeTabs({ slug }: { slug: string | null }) {
  const navigate = useNavigate();
  return (
    <Tabs
      value={slug ?? ALL}
      onChange={(next) => void navigate(next && next !== ALL ? typePath(next) : HISTORY)}
      mb="md"
      keepMounted={false}
    >
      <ScrollArea type="never">
        <Tabs.List style={{ flexWrap: 'nowrap' }}>
          <Tabs.Tab value={ALL}>All</Tabs.Tab>
          {TABS.map((one) => (
            <Tabs.Tab key={one.slug} value={one.slug}>
              {one.name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </ScrollArea>
    </Tabs>
  );
}
