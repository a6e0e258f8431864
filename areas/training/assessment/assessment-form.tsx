import type { RowOf } from '@aangan/contract/record.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandForm } from '@aangan/web/form/command-form.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Stack } from '@mantine/core';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { assessmentContract as contract } from './assessment.contract.ts';
import { assessmentPath, LIST } from './assessment-list.tsx';
import { AssessmentQuestions } from './assessment-questions.tsx';
import { teacherAssessment } from './teacher-assessment.record.ts';

type Assessment = RowOf<typeof teacherAssessment.fields>;
type Values = Readonly<Record<string, unknown>>;
const crumbs = [{ label: 'Assessments', to: LIST }];
const graded = (values: Values) => values['type'] === 'Bridge Course';
const shared = {
  refresh: ['teacher-assessment', 'assessment-question', 'teacher-module', 'training-module'],
  groups: [
    { title: 'Assessment', names: ['moduleId', 'type', 'title', 'passBp'], columns: 2 },
    { names: ['instructions', 'shuffle'] },
    {
      title: 'Attempts',
      help: 'A Bridge Course is graded. An Interractive Worksheet is for practice: it is repeated at once and shows what was right.',
      names: ['maxAttempts', 'cooldownH', 'timeLimitMin', 'afterPass'],
      columns: 2,
    },
  ],
  fields: {
    maxAttempts: { when: graded, optional: false },
    cooldownH: { when: graded, optional: false },
    timeLimitMin: { when: graded },
    afterPass: { when: graded, optional: false },
  },
} as const;

/** /self-training/add-teacher-assessment and /self-training/edit-teacher-assessment/{assessmentID}. */
export function AssessmentForm() {
  const { assessmentID } = useParams();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  if (assessmentID) return <ChangeAssessment key={assessmentID} id={assessmentID} />;
  const moduleId = params.get('module');
  return (
    <PageFrame title="Add assessment" crumbs={crumbs}>
      <CommandForm
        {...shared}
        of={contract.add}
        start={{
          type: 'Bridge Course',
          passBp: 6000,
          maxAttempts: 3,
          cooldownH: 24,
          afterPass: 'AFTER_PASS',
          shuffle: true,
          ...(moduleId ? { moduleId } : {}),
        }}
        draft="teacher-assessment:new"
        confirm="Add assessment"
        will="Saved as a draft; then its questions are added"
        done="The assessment is a draft. Add its questions."
        onDone={({ id }) => void navigate(assessmentPath(id))}
      />
    </PageFrame>
  );
}

function ChangeAssessment({ id }: { id: string }) {
  const query = useQuery(teacherAssessment.endpoints.get, { id }, { fresh: 0 });
  const questions = useQuery(contract.questions, { id }, { fresh: 0 });
  const known = query.data as Assessment | undefined;
  return (
    <PageFrame title={known?.title ?? 'Assessment'} crumbs={crumbs}>
      <Stack gap="md">
        <QueryState query={questions}>{(view) => <AssessmentQuestions view={view} />}</QueryState>
        <QueryState query={query}>
          {(found) => {
            const row = found as Assessment;
            // What is published is not changed; the bar above says how.
            if (questions.data?.can['edit'] !== true) return null;
            return (
              <CommandForm
                {...shared}
                key={row.version}
                of={contract.change}
                start={{
                  id,
                  moduleId: row.moduleId,
                  type: row.type,
                  title: row.title,
                  instructions: row.instructions,
                  passBp: row.passBp,
                  maxAttempts: row.maxAttempts ?? 3,
                  cooldownH: row.cooldownH ?? 24,
                  timeLimitMin: row.timeLimitMin,
                  afterPass: row.showAnswers === 'NEVER' ? 'NEVER' : 'AFTER_PASS',
                  shuffle: row.shuffle,
                }}
                ifMatch={row.version}
                confirm="Save assessment"
                done="Saved."
              />
            );
          }}
        </QueryState>
      </Stack>
    </PageFrame>
  );
}
