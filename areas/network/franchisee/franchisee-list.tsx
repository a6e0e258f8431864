import type { AnyRecord } from '@aangan/contract/record.ts';
import { franchiseeLabel } from '@aangan/web/format.ts';
import { RecordForm } from '@aangan/web/record/record-form.tsx';
import { RecordList } from '@aangan/web/record/record-list.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { useNavigate, useSearchParams } from 'react-router';
import { brand } from '../brand.record.ts';
import { zone } from '../zone.record.ts';
import { franchisee } from './franchisee.record.ts';
import { franchiseeLook } from './franchisee-look.tsx';

const tabs = [
  { label: 'Centres', to: '/franchisee' },
  { label: 'Zones', to: '/franchisee?tab=zones' },
  { label: 'Brands', to: '/franchisee?tab=brands' },
];

/** The register of the network; zones and brands are its tabs (network.md N10). */
export function FranchiseeList() {
  const [params] = useSearchParams();
  const tab = params.get('tab');
  if (tab === 'zones') return <SideRecord record={zone} tab="zones" />;
  if (tab === 'brands') return <SideRecord record={brand} tab="brands" />;
  return (
    <RecordList
      record={franchisee}
      menu={tabs.slice(1)}
      cells={{
        companyName: (row) => franchiseeLabel(Number(row.id), String(row.companyName)),
        status: (row) => <StatusTag area={franchiseeLook} state={String(row.status)} />,
      }}
    />
  );
}

/** A short register without paths of its own: list and form share the tab, `&edit=` says which. */
function SideRecord({ record, tab }: { record: AnyRecord; tab: string }) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const mayWrite = useSession().holds(record.module, true);
  const home = `/franchisee?tab=${tab}`;
  const edit = params.get('edit');
  if (edit !== null)
    return (
      <RecordForm
        key={edit}
        record={record}
        id={edit === 'new' ? null : Number(edit)}
        start={{ active: true }}
        onDone={() => void navigate(home)}
      />
    );
  return (
    <RecordList
      record={record}
      menu={[
        { label: `Add ${record.title.toLowerCase()}`, to: `${home}&edit=new`, hidden: !mayWrite },
        ...tabs.filter((each) => each.to !== home),
      ]}
      actions={(row) => [
        { label: 'Edit', to: `${home}&edit=${row.id}`, hidden: !row.can.update, frequent: true, edit: true },
      ]}
    />
  );
}
