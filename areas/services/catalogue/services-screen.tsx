import { useCommand } from '@aangan/web/api/use-command.ts';
import { type ListModel, useList } from '@aangan/web/list/use-list.ts';
import { ListingTable, useListing } from '@aangan/web/listing/listing-table.tsx';
import type { Row } from '@aangan/web/record/record-columns.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { SettingsForm } from '@aangan/web/settings/settings-form.tsx';
import { icon } from '@aangan/web/ui/icon.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { useConfirm } from '@aangan/web/ui/use-confirm.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { Tabs } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { OfferingDrawer, OpenOffering } from '../offering/offering-drawer.tsx';
import { serviceOfferingContract } from '../offering/service-offering.contract.ts';
import { serviceOfferings } from '../offering/service-offering.listing.ts';
import '../services-look.tsx';
import { serviceRules } from '../services.settings.ts';
import { RecordTab } from './record-tab.tsx';
import { service } from './service.record.ts';

/** /services/list: what is sold (products), and where and when (offerings). */
export function ServicesScreen() {
  const [tab, open] = useParam('tab');
  if (tab === 'rules') return <Rules tabs={<Choice tab="rules" open={open} />} />;
  return tab === 'products' ? (
    <Products tabs={<Choice tab="products" open={open} />} />
  ) : (
    <Offerings tabs={<Choice tab="offerings" open={open} />} />
  );
}

function Choice({ tab, open }: { tab: string; open: (tab: string | null) => void }) {
  const rules = useSession().holds(serviceRules.endpoints.get.module, false);
  return (
    <Tabs value={tab} onChange={open} mb="md">
      <Tabs.List>
        <Tabs.Tab value="offerings">Offerings</Tabs.Tab>
        <Tabs.Tab value="products">Services</Tabs.Tab>
        {rules && <Tabs.Tab value="rules">Rules</Tabs.Tab>}
      </Tabs.List>
    </Tabs>
  );
}

const Rules = ({ tabs }: { tabs: React.ReactNode }) => (
  <PageFrame title="Services" context="centre">
    {tabs}
    <SettingsForm of={serviceRules} />
  </PageFrame>
);

const NEW_SERVICE = {
  active: true,
  capacityMode: 'SEATS',
  openTo: 'STUDENTS',
  weekdays: ['MON', 'TUE', 'WED', 'THU', 'FRI'],
  ageFromMonths: 18,
  ageToMonths: 84,
  noticeDays: 30,
  pauseMinDays: 15,
};

function Products({ tabs }: { tabs: React.ReactNode }) {
  const list = useList(service);
  const [edited, edit] = useState<Row | 'new' | null>(null);
  const mayWrite = useSession().holds(service.module, true);
  const add = { label: 'Add service', run: () => edit('new'), icon: <IconPlus {...icon} /> };
  return (
    <PageFrame
      title="Services"
      count={list.total ?? undefined}
      fill
      context="centre"
      primary={mayWrite ? add : undefined}
    >
      {tabs}
      <RecordTab
        record={service}
        list={list as ListModel<Row>}
        edited={edited}
        edit={edit}
        start={NEW_SERVICE}
        empty={{ title: 'No services yet', help: 'What the network and this centre sell stands here.' }}
      />
    </PageFrame>
  );
}

function Offerings({ tabs }: { tabs: React.ReactNode }) {
  const list = useListing(serviceOfferings);
  const { holds } = useSession();
  const mayWrite = holds(serviceOfferings.module, true);
  const [adding, setAdding] = useState(false);
  const ask = useConfirm();
  const copy = useCommand(serviceOfferingContract.copyYear, {
    refresh: ['service-offering'],
    onDone: ({ opened, kept }) =>
      notice.ok(`${opened} opened for next year${kept > 0 ? `, ${kept} were open already` : ''}.`),
    onError: (error) => notice.error(error),
  });
  const copyYear = async () => {
    const sure = await ask({
      title: 'Open these services for next year?',
      text: 'Seats and dates are carried over; fare slabs wait for next year’s plans.',
      confirm: 'Open for next year',
    });
    if (sure) copy.run({});
  };
  const add = { label: 'Open a service', run: () => setAdding(true), icon: <IconPlus {...icon} /> };
  return (
    <PageFrame
      title="Services"
      count={list.total ?? undefined}
      fill
      context="centre-year"
      primary={mayWrite ? add : undefined}
      menu={[{ label: 'Open for next year', run: () => void copyYear(), hidden: !mayWrite }]}
    >
      {tabs}
      <ListingTable
        of={serviceOfferings}
        list={list}
        drawer={OfferingDrawer}
        searchHint="Service, category or centre"
        empty={{
          title: 'No service offered this year',
          help: 'Open one, and enquiries can be taken for it.',
          ...(mayWrite ? { action: add } : {}),
        }}
      />
      {adding && <OpenOffering onClose={() => setAdding(false)} />}
    </PageFrame>
  );
}
