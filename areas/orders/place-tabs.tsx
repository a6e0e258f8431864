import { TabRow } from '@aangan/web/ui/page-tabs.tsx';
import { Tabs } from '@mantine/core';
import { useNavigate } from 'react-router';

export interface PlaceTab {
  /** The address of the place. */
  to: string;
  label: string;
}

/** Tabs that are places of their own, kit types above all. They are many: on a phone the row scrolls and fades where it goes on. */
export function PlaceTabs({
  label,
  tabs,
  at,
}: {
  label: string;
  tabs: readonly PlaceTab[];
  at: string | null;
}) {
  const navigate = useNavigate();
  return (
    <Tabs
      value={at}
      onChange={(to) => {
        if (to) void navigate(to);
      }}
      style={{ flex: 'none' }}
      mb="md"
    >
      <TabRow open={at ?? undefined} aria-label={label}>
        {tabs.map((tab) => (
          <Tabs.Tab key={tab.to} value={tab.to}>
            {tab.label}
          </Tabs.Tab>
        ))}
      </TabRow>
    </Tabs>
  );
}
