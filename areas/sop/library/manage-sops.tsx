import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import { useCommandForm } from '@aangan/web/form/use-command-form.tsx';
import { type ListingRow, ListingTable, useListing } from '@aangan/web/listing/listing-table.tsx';
import { RecordTab } from '@aangan/web/record/record-tab.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { textColumn } from '@aangan/web/table/column.tsx';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { DialogFoot } from '@aangan/web/ui/dialog-foot.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { icon } from '@aangan/web/ui/icon.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { Button, Modal, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { sopCompliance } from '../compliance/sop-compliance.listing.ts';
import { sopModules as m } from '../modules.ts';
import { sectionPath } from '../reader/sop-home.tsx';
import '../sop-look.tsx';
import { ReviewDrawer } from '../version/review-drawer.tsx';
import { AudienceDialog } from './audience-dialog.tsx';
import { sopFolder } from './sop-folder.record.ts';
import { sopSectionContract as contract } from './sop-section.contract.ts';
import { sopSections } from './sop-section.listing.ts';

type Row = ListingRow<typeof sopSections.endpoints.list>;
type Step = 'archive' | 'audience';
export const REFRESH = ['sop-section', 'sop-version', 'sop', 'sop-compliance'];

/** /sop/manage-sops: the author's and the approver's desk. */
export function ManageSops() {
  const { holds } = useSession();
  const approves = holds(m.approveSop, true);
  return (
    <PageFrame title="Manage SOPs" context="centre">
      <PageTabs
        tabs={[
          { value: 'sections', label: 'Sections', content: <Sections /> },
          { value: 'approval', label: 'For approval', hidden: !approves, content: <ForApproval /> },
          { value: 'compliance', label: 'Compliance', content: <Compliance /> },
          {
            value: 'folders',
            label: 'Folders',
            content: (
              <RecordTab
                record={sopFolder}
                help="At most three levels. Folders of the network are changed by head office."
                start={{ position: 1, active: true }}
                refresh={['sop', 'sop-section']}
              />
            ),
          },
        ]}
      />
    </PageFrame>
  );
}

function Sections() {
  const list = useListing(sopSections);
  const navigate = useNavigate();
  const [adding, setAdding] = useState(false);
  const [asked, setAsked] = useState<{ row: Row; step: Step } | null>(null);
  const restore = useCommand(contract.restore, {
    refresh: REFRESH,
    onDone: () => notice.ok('It is back.'),
    onError: (error) => notice.error(error),
  });
  return (
    <Stack gap="md">
      <div>
        <Button leftSection={<IconPlus {...icon} />} onClick={() => setAdding(true)}>
          New section
        </Button>
      </div>
      <ListingTable
        of={sopSections}
        list={list}
        cells={{
          title: { minWidth: 220, second: (row) => (row.belongs === 'CENTRE' ? 'Only this centre' : null) },
          draft: { cell: (row) => (row.draft ? <StatusTag area="sop-version" state={row.draft} /> : null) },
        }}
        rowLink={(row) => (row.can.edit ? `/sop/edit-section/${row.id}` : sectionPath(row))}
        actions={(row) => [
          {
            label: 'Edit',
            edit: true,
            frequent: true,
            hidden: !row.can.edit,
            run: () => void navigate(`/sop/edit-section/${row.id}`),
          },
          {
            label: 'Read',
            hidden: row.live === null,
            run: () => void navigate(sectionPath(row)),
          },
          { label: 'Centres', hidden: !row.can.audience, run: () => setAsked({ row, step: 'audience' }) },
          {
            label: 'Archive',
            danger: true,
            hidden: !row.can.archive,
            run: () => setAsked({ row, step: 'archive' }),
          },
          {
            label: 'Restore',
            hidden: !row.can.restore,
            run: () => void restore.run({ id: row.id }, { ifMatch: row.version }),
          },
        ]}
        searchHint="Code or title"
        empty={{
          title: 'Write the first SOP',
          help: 'Begin with New section; add its folder first if there is none.',
        }}
      />
      {adding ? <AddSection onClose={() => setAdding(false)} /> : null}
      {asked?.step === 'archive' ? (
        <CommandDialog
          of={contract.archive}
          title={`Archive ${asked.row.code}?`}
          text="Nobody has to read it any more. Acknowledgements are kept."
          confirm="Archive"
          danger
          start={{ id: asked.row.id }}
          ifMatch={asked.row.version}
          refresh={REFRESH}
          done="Archived."
          onClose={() => setAsked(null)}
        />
      ) : null}
      {asked?.step === 'audience' ? (
        <AudienceDialog id={asked.row.id} title={asked.row.title} onClose={() => setAsked(null)} />
      ) : null}
    </Stack>
  );
}

function AddSection({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  // Head office chooses; everybody else writes for the chosen centre only.
  const headOffice = useSession().holds('level_7');
  const { form, names, draw } = useCommandForm(
    {
      of: contract.add,
      start: { ackDueDays: 7, position: 1, ownCentre: !headOffice },
      fields: { ownCentre: { disabled: !headOffice } },
      refresh: REFRESH,
      done: 'Created. Write its text now.',
    },
    { onDone: ({ id }) => void navigate(`/sop/edit-section/${id}`) },
  );
  return (
    <Modal opened onClose={onClose} title="New section" centered closeButtonProps={{ 'aria-label': 'Close' }}>
      <Form form={form}>
        <Stack gap="md">
          <Text>It is a draft until another person has approved its first version.</Text>
          {names.map((name) => draw(name))}
          <DialogFoot onCancel={onClose} running={form.saving}>
            <Button type="submit" loading={form.saving}>
              Create section
            </Button>
          </DialogFoot>
        </Stack>
      </Form>
    </Modal>
  );
}

const WAITING = { draft: ['IN_REVIEW' as const], limit: 100 };

function ForApproval() {
  const query = useQuery(sopSections.endpoints.list, WAITING, { fresh: 0 });
  const [open, show] = useParam('sop-section');
  return (
    <QueryState query={query}>
      {({ rows }) => (
        <>
          {rows.length === 0 ? (
            <EmptyState title="Nothing waits for you" help="Versions that authors hand in stand here." />
          ) : (
            <ShortTable
              label="For approval"
              rows={rows as readonly Row[]}
              keyOf={(row) => row.id}
              columns={[
                textColumn('title', 'Section', (row: Row) => row.title, {
                  // One column, so that the action stands in view on a phone.
                  second: (row) =>
                    [row.code, row.folder, row.live ? `version ${row.live}` : 'first version'].join(' · '),
                }),
                textColumn('open', '', (row: Row) => (
                  <Button size="compact-sm" onClick={() => show(row.id)}>
                    {row.can['decide'] ? 'Decide' : 'View'}
                  </Button>
                )),
              ]}
            />
          )}
          {open ? <ReviewDrawer id={open} onClose={() => show(null)} /> : null}
        </>
      )}
    </QueryState>
  );
}

function Compliance() {
  const list = useListing(sopCompliance);
  return (
    <ListingTable
      of={sopCompliance}
      list={list}
      rowLink={(row) => sectionPath({ folderId: row.folderId, id: row.sectionId })}
      empty={{
        title: 'Nobody has to read anything yet',
        help: 'Say under SOP roles who must acknowledge what.',
      }}
    />
  );
}
