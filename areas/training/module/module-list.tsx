import { useCommand } from '@aangan/web/api/use-command.ts';
import { type ListingRow, ListingTable, useListing } from '@aangan/web/listing/listing-table.tsx';
import { RecordTab } from '@aangan/web/record/record-tab.tsx';
import { pathWithId } from '@aangan/web/screens.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { icon } from '@aangan/web/ui/icon.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { useConfirm } from '@aangan/web/ui/use-confirm.tsx';
import { IconPlus } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import '../training-look.tsx';
import { certificateType } from './certificate-type.record.ts';
import { moduleContract as contract } from './module.contract.ts';
import { trainingModuleList } from './module.listing.ts';
import { teacherModule } from './teacher-module.record.ts';
import { trainingCategory } from './training-category.record.ts';
import { trainingFeedbackQuestion } from './training-feedback-question.record.ts';

type Row = ListingRow<typeof trainingModuleList.endpoints.list>;
export const MODULE_REFRESH = ['teacher-module', 'training-module'];
export const modulePath = (id: string): string =>
  pathWithId('/self-training/edit-teacher-module/{moduleID}', id);
const NEW = '/self-training/add-teacher-module';

/** /self-training/teacher-module: the modules, and the small lists of the area. */
export function ModuleList() {
  const writes = useSession().holds(teacherModule.module, true);
  return (
    <PageFrame
      title="Training modules"
      primary={{ label: 'New module', icon: <IconPlus {...icon} />, to: NEW, hidden: !writes }}
    >
      <PageTabs
        tabs={[
          { value: 'modules', label: 'Modules', content: <Modules writes={writes} /> },
          {
            value: 'certificates',
            label: 'Certificate types',
            content: (
              <RecordTab
                record={certificateType}
                help="What a module or a training certifies, and for how long."
                start={{ layout: 'CLASSIC', forTrainings: true }}
              />
            ),
          },
          {
            value: 'categories',
            label: 'Training categories',
            content: (
              <RecordTab
                record={trainingCategory}
                help="What live trainings are about."
                start={{ colour: 'BLUE', position: 1 }}
              />
            ),
          },
          {
            value: 'feedback',
            label: 'Feedback questions',
            content: (
              <RecordTab
                record={trainingFeedbackQuestion}
                help="Asked after a live training. The names of those who answer are not kept."
                start={{ about: 'TRAINING', kind: 'RATING', position: 1 }}
              />
            ),
          },
        ]}
      />
    </PageFrame>
  );
}

function Modules({ writes }: { writes: boolean }) {
  const list = useListing(trainingModuleList);
  const navigate = useNavigate();
  const ask = useConfirm();
  const options = {
    refresh: MODULE_REFRESH,
    onError: (error: Parameters<typeof notice.error>[0]) => notice.error(error),
  };
  const archive = useCommand(contract.archive, { ...options, onDone: () => notice.ok('Archived.') });
  const restore = useCommand(contract.restore, {
    ...options,
    onDone: () => notice.ok('It is a draft again.'),
  });
  const askArchive = async (row: Row) => {
    const sure = await ask({
      title: `Archive ${row.title}?`,
      text: 'Nobody starts it any more. Its editions are kept.',
      confirm: 'Archive module',
      danger: true,
    });
    if (sure) await archive.run({ id: row.id }, { ifMatch: row.version });
  };
  return (
    <ListingTable
      of={trainingModuleList}
      list={list}
      cells={{
        title: { minWidth: 220, second: (row) => row.certificate },
        edition: { cell: (row) => (row.edition === 0 ? '–' : String(row.edition)) },
        status: { cell: (row) => <StatusTag area="training-material" state={row.status} /> },
      }}
      searchHint="Code or title"
      rowLink={(row) => modulePath(row.id)}
      actions={(row) => [
        {
          label: 'Edit',
          edit: true,
          frequent: true,
          hidden: !row.can.edit,
          run: () => void navigate(modulePath(row.id)),
        },
        { label: 'Archive', danger: true, hidden: !row.can.archive, run: () => void askArchive(row) },
        {
          label: 'Restore',
          hidden: !row.can.restore,
          run: () => void restore.run({ id: row.id }, { ifMatch: row.version }),
        },
      ]}
      empty={{
        title: 'No modules yet',
        help: 'A module holds topics with videos, documents and texts, and the assessments at its end.',
        ...(writes ? { action: { label: 'New module', to: NEW } } : {}),
      }}
    />
  );
}
