import { useQuery } from '@aangan/web/api/use-query.ts';
import { ListingTable, useListing } from '@aangan/web/listing/listing-table.tsx';
import { RecordTab } from '@aangan/web/record/record-tab.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { icon } from '@aangan/web/ui/icon.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import './bom-look.tsx';
import { bomContract } from './bom.contract.ts';
import { boms } from './bom.listing.ts';
import { type BomAsked, BomDialog, useCopy } from './bom-dialogs.tsx';
import { BomDrawer } from './bom-drawer.tsx';
import { BomEditor } from './bom-editor.tsx';
import { wowModel } from './wow-model.record.ts';

const PATH = '/place-order/wow-kit-bom-configure';

/** /place-order/wow-kit-bom-configure: what a WOW kit of each model is made of, version by version. */
export function BomScreen() {
  const [edited, edit] = useParam('edit');
  const models = useQuery(bomContract.models, {});
  const holdsModels = useSession().holds(wowModel.module, false);
  if (edited) return <BomEditor id={edited === 'new' ? null : edited} onClose={() => edit(null)} />;
  return (
    <PageFrame
      title="WOW kit BOM"
      fill
      primary={
        models.data?.can['create']
          ? { label: 'New version', to: `${PATH}?edit=new`, icon: <IconPlus {...icon} /> }
          : undefined
      }
    >
      <PageTabs
        tabs={[
          { value: 'versions', label: 'Versions', content: <Versions onEdit={edit} /> },
          {
            value: 'models',
            label: 'Models',
            hidden: !holdsModels,
            content: (
              <RecordTab
                record={wowModel}
                help="Sizes of centres that WOW kits are planned for."
                refresh={['wow-model', 'wow-bom']}
              />
            ),
          },
        ]}
      />
    </PageFrame>
  );
}

function Versions({ onEdit }: { onEdit: (id: string) => void }) {
  const list = useListing(boms);
  const [asked, setAsked] = useState<BomAsked | null>(null);
  const copy = useCopy();
  return (
    <>
      <ListingTable
        of={boms}
        list={list}
        drawer={BomDrawer}
        cells={{
          model: { minWidth: 150, second: (row) => row.note },
          versionNo: { cell: (row) => `Version ${row.versionNo}` },
          approvers: { cell: (row) => <StatusTag area="wow-bom-approvers" state={row.approvers} /> },
        }}
        actions={(row) => [
          {
            label: 'Decide',
            frequent: true,
            hidden: !row.can['approve'] && !row.can['reject'],
            run: () => setAsked({ step: 'decide', row }),
          },
          { label: 'Change', edit: true, hidden: !row.can['amend'], run: () => onEdit(row.id) },
          {
            label: 'Copy to a new version',
            hidden: !row.can['copy'],
            run: () => void copy.run({ id: row.id }),
          },
          {
            label: 'Deactivate',
            danger: true,
            hidden: !row.can['deactivate'],
            run: () => setAsked({ step: 'deactivate', row }),
          },
          { label: 'Activate', hidden: !row.can['activate'], run: () => setAsked({ step: 'activate', row }) },
        ]}
        searchHint="Model"
        empty={{
          title: 'No version yet',
          help: 'Write what the WOW kit of a model is made of; three persons approve it.',
        }}
      />
      {asked && <BomDialog asked={asked} onClose={() => setAsked(null)} />}
    </>
  );
}
