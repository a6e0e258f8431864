import { TabRow } from '@aangan/web/ui/page-tabs.tsx';
import { Tabs } from '@mantine/core';
import { useSearchParams } from 'react-router';
import classes from './network.module.css';

export interface TabLink {
  value: string;
  label: string;
  hidden?: boolean;
}

/** Tabs over screens that each have a frame of their own; the choice stands in `?tab=`. The first has no parameter. */
export function TabLinks({ tabs, active }: { tabs: readonly TabLink[]; active: string }) {
  const [, setParams] = useSearchParams();
  const first = tabs[0]?.value;
  return (
    <Tabs
      className={classes.tabs}
      value={active}
      onChange={(value) => value && setParams(value === first ? {} : { tab: value })}
    >
      <TabRow open={active}>
        {tabs
          .filter((tab) => !tab.hidden)
          .map((tab) => (
            <Tabs.Tab key={tab.value} value={tab.value}>
              {tab.label}
            </Tabs.Tab>
          ))}
      </TabRow>
    </Tabs>
  );
}
