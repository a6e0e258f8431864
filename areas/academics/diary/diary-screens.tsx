import { isDay, todayIst } from '@aangan/contract/period.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { type ListingRow, ListingTable, useListing } from '@aangan/web/listing/listing-table.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import type { RowAction } from '@aangan/web/table/column.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { Drawer } from '@mantine/core';
import { useEffect } from 'react';
import { useNavigate, useParams } from 'react-router';
import { CareBoard } from '../care/care-board.tsx';
import { diaryContract } from './diary.contract.ts';
import { classworks, generalDiaries, subjectDiaries } from './diary.listing.ts';
import { type DiaryKind, diaryKinds, moduleOfKind } from './diary-kinds.ts';
import './diary-look.tsx';
import { diaryPaths } from './diary-paths.tsx';
import { EntryForm } from './entry-form.tsx';
import { EntryView } from './entry-view.tsx';
import { remindedText } from './reminded-text.ts';

type Row = ListingRow<typeof generalDiaries.endpoints.list>;

const cells = {
  section: { second: (row: Row) => row.teacher },
  seen: { cell: (row: Row) => (row.status === 'DRAFT' ? '–' : `${row.seen} / ${row.children}`) },
  acknowledged: {
    cell: (row: Row) =>
      row.ackRequired && row.status !== 'DRAFT' ? `${row.acknowledged} / ${row.children}` : '–',
  },
};

/** The list of one kind: general diary, subject diary or classwork. */
function DiaryList({
  of,
  kind,
}: {
  of: typeof generalDiaries | typeof subjectDiaries | typeof classworks;
  kind: DiaryKind;
}) {
  // The three have the same rows; they differ in name, module and filters.
  const listing = of as typeof generalDiaries;
  const list = useListing(listing);
  const { holds } = useSession();
  const paths = diaryPaths[kind];
  const [classwork, showClasswork, classworkLink] = useParam('classwork');
  const remind = useCommand(diaryContract.remind, {
    onDone: ({ families }) => notice.ok(remindedText(families)),
    onError: (error) => notice.error(error),
  });
  const actions = (row: Row): RowAction[] => [
    { label: 'Edit', to: paths.edit(row.id), hidden: !row.can.edit, edit: true },
    { label: 'Remind', run: () => remind.run({ id: row.id }), hidden: !row.can.remind },
  ];
  const add = holds(moduleOfKind[kind], true)
    ? { label: kind === 'CLASSWORK' ? 'Add classwork' : 'Add entry', to: paths.add() }
    : undefined;
  return (
    <PageFrame title={listing.title} count={list.total ?? undefined} fill context="centre-year" primary={add}>
      <ListingTable
        of={listing}
        list={list}
        cells={cells}
        actions={actions}
        rowLink={(row) =>
          row.mine ? (kind === 'CLASSWORK' ? classworkLink(row.id) : paths.view(row.id)) : null
        }
        empty={{
          title: 'Nothing here yet',
          help: 'What teachers write for families stands here, with who has seen it.',
          action: add,
        }}
      />
      {kind === 'CLASSWORK' && classwork && (
        <ClassworkDrawer id={classwork} onClose={() => showClasswork(null)} />
      )}
    </PageFrame>
  );
}

export const GeneralDiaryList = () => <DiaryList of={generalDiaries} kind="GENERAL" />;
export const SubjectDiaryList = () => <DiaryList of={subjectDiaries} kind="SUBJECT" />;
export const ClassworkList = () => <DiaryList of={classworks} kind="CLASSWORK" />;

const crumbsOf = (kind: DiaryKind) => [{ label: diaryKinds[kind], to: diaryPaths[kind].list }];

function AddEntry({ kind, day }: { kind: DiaryKind; day?: string }) {
  const navigate = useNavigate();
  return (
    <EntryForm
      kind={kind}
      {...(day ? { day } : {})}
      onSaved={(id) => void navigate(diaryPaths[kind].view(id))}
    />
  );
}

/** /generaldiary/add-generaldiary/{dateProp}: what is no day opens today. */
export function AddGeneralDiary() {
  const { dateProp = '' } = useParams();
  const known = isDay(dateProp);
  useEffect(() => {
    if (!known) notice.warn('Showing today.');
  }, [known]);
  return (
    <PageFrame title="Add to the general diary" context="centre-year" crumbs={crumbsOf('GENERAL')}>
      <PageTabs
        tabs={[
          {
            value: 'entry',
            label: 'Entry',
            content: <AddEntry kind="GENERAL" day={known ? dateProp : todayIst(serverNow())} />,
          },
          { value: 'care', label: 'Care', content: <CareBoard /> },
        ]}
      />
    </PageFrame>
  );
}

export const AddSubjectDiary = () => (
  <PageFrame title="Add to the subject diary" context="centre-year" crumbs={crumbsOf('SUBJECT')}>
    <AddEntry kind="SUBJECT" />
  </PageFrame>
);

export const AddClasswork = () => (
  <PageFrame title="Add classwork" context="centre-year" crumbs={crumbsOf('CLASSWORK')}>
    <AddEntry kind="CLASSWORK" />
  </PageFrame>
);

function LoadedEntry({ id, onLeave }: { id: string; onLeave: () => void }) {
  const query = useQuery(diaryContract.get, { id }, { fresh: 0 });
  return (
    <QueryState query={query}>
      {(entry) => (
        <EntryForm key={entry.version} kind={entry.kind} entry={entry} onSaved={onLeave} onCancel={onLeave} />
      )}
    </QueryState>
  );
}

function EditPage({ kind, id }: { kind: DiaryKind; id: string }) {
  const navigate = useNavigate();
  return (
    <PageFrame title={`Edit: ${diaryKinds[kind]}`} crumbs={crumbsOf(kind)}>
      <LoadedEntry id={id} onLeave={() => void navigate(diaryPaths[kind].view(id))} />
    </PageFrame>
  );
}

const ViewPage = ({ kind, id }: { kind: DiaryKind; id: string }) => (
  <PageFrame title={diaryKinds[kind]} crumbs={crumbsOf(kind)}>
    <EntryView id={id} />
  </PageFrame>
);

export const EditGeneralDiary = () => <EditPage kind="GENERAL" id={useParams()['generalDiaryID'] ?? ''} />;
export const ViewGeneralDiary = () => <ViewPage kind="GENERAL" id={useParams()['generalDiaryID'] ?? ''} />;
export const EditSubjectDiary = () => <EditPage kind="SUBJECT" id={useParams()['studentDiaryID'] ?? ''} />;
export const ShowSubjectDiary = () => <ViewPage kind="SUBJECT" id={useParams()['studentDiaryID'] ?? ''} />;

function ClassworkDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const [edit, setEdit] = useParam('edit');
  return (
    <Drawer opened onClose={onClose} title="Classwork">
      {edit ? (
        <LoadedEntry id={id} onLeave={() => setEdit(null)} />
      ) : (
        <EntryView id={id} onEdit={() => setEdit('1')} />
      )}
    </Drawer>
  );
}
