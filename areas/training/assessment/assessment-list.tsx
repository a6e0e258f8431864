import { ImportScreen } from '@aangan/web/import/import-screen.tsx';
import { RecordList } from '@aangan/web/record/record-list.tsx';
import { pathWithId } from '@aangan/web/screens.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { icon, smallIcon } from '@aangan/web/ui/icon.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { Stack, Text } from '@mantine/core';
import { IconPencil, IconUpload } from '@tabler/icons-react';
import '../training-look.tsx';
import { questionImport } from './question-import.contract.ts';
import { teacherAssessment } from './teacher-assessment.record.ts';

export const LIST = '/self-training/teacher-assessment';
export const assessmentPath = (id: string | number): string =>
  pathWithId('/self-training/edit-teacher-assessment/{assessmentID}', id);
const cells = {
  status: (row: Readonly<Record<string, unknown>>) => (
    <StatusTag area="training-material" state={String(row['status'])} />
  ),
};

/** /self-training/teacher-assessment: the assessments; `?view=import` takes questions from a file. */
export function AssessmentList() {
  const [view, show] = useParam('view');
  const writes = useSession().holds(teacherAssessment.module, true);
  if (view === 'import' && writes) return <ImportQuestions onDone={() => show(null)} />;
  return (
    <RecordList
      record={teacherAssessment}
      cells={cells}
      menu={[
        {
          label: 'Import questions',
          icon: <IconUpload {...smallIcon} />,
          hidden: !writes,
          run: () => show('import'),
        },
      ]}
      actions={(row) => [
        {
          label: 'Open',
          icon: <IconPencil {...icon} />,
          to: assessmentPath(row.id),
          frequent: true,
          hidden: !writes,
        },
      ]}
    />
  );
}

const ImportQuestions = ({ onDone }: { onDone: () => void }) => (
  <PageFrame title="Import questions" crumbs={[{ label: 'Assessments', to: LIST }]}>
    <Stack gap="md">
      <Text>
        Each row is a question and names its assessment, which has to be a draft, by its title. The right
        answers are letters of options, such as A;C; of a true or false question TRUE or FALSE.
      </Text>
      <ImportScreen of={questionImport} refresh={['teacher-assessment', 'teacher-module']} onDone={onDone} />
    </Stack>
  </PageFrame>
);
