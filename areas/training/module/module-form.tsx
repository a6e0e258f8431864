import type { RowOf } from '@aangan/contract/record.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandForm } from '@aangan/web/form/command-form.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Stack } from '@mantine/core';
import { useNavigate, useParams } from 'react-router';
import { moduleContract as contract } from './module.contract.ts';
import { MODULE_REFRESH, modulePath } from './module-list.tsx';
import { ModuleOutline } from './module-outline.tsx';
import { teacherModule } from './teacher-module.record.ts';

type Module = RowOf<typeof teacherModule.fields>;
const crumbs = [{ label: 'Training modules', to: '/self-training/teacher-module' }];
const groups = [
  { title: 'Module', names: ['code', 'title', 'classGroupId', 'certificateTypeId'], columns: 2 },
  { title: 'What and for whom', names: ['description', 'staffCategories'] },
  { title: 'Rules', names: ['dueDays', 'needsApproval', 'sequential'] },
] as const;

/** /self-training/add-teacher-module and /self-training/edit-teacher-module/{moduleID}. */
export function ModuleForm() {
  const { moduleID } = useParams();
  const navigate = useNavigate();
  if (moduleID) return <ChangeModule key={moduleID} id={moduleID} />;
  return (
    <PageFrame title="New module" crumbs={crumbs}>
      <CommandForm
        of={contract.add}
        groups={groups}
        refresh={MODULE_REFRESH}
        start={{ needsApproval: true, sequential: true, staffCategories: [] }}
        draft="teacher-module:new"
        confirm="Add module"
        will="Saved as a draft; nobody sees it yet"
        done="The module is a draft. Add its topics."
        onDone={({ id }) => void navigate(modulePath(id))}
      />
    </PageFrame>
  );
}

function ChangeModule({ id }: { id: string }) {
  const query = useQuery(teacherModule.endpoints.get, { id }, { fresh: 0 });
  const outline = useQuery(contract.outline, { id }, { fresh: 0 });
  const known = query.data as Module | undefined;
  return (
    <PageFrame title={known?.title ?? 'Training module'} crumbs={crumbs}>
      <Stack gap="md">
        <QueryState query={outline}>{(view) => <ModuleOutline view={view} />}</QueryState>
        <QueryState query={query}>
          {(found) => {
            const row = found as Module;
            // Whoever may not change it sees what it is made of, above.
            if (outline.data?.can['edit'] !== true) return null;
            return (
              <CommandForm
                key={row.version}
                of={contract.change}
                groups={groups}
                refresh={MODULE_REFRESH}
                start={{
                  id,
                  code: row.code,
                  title: row.title,
                  classGroupId: row.classGroupId,
                  description: row.description,
                  staffCategories: row.staffCategories,
                  certificateTypeId: row.certificateTypeId,
                  dueDays: row.dueDays,
                  needsApproval: row.needsApproval,
                  sequential: row.sequential,
                }}
                ifMatch={row.version}
                confirm="Save module"
                {...(row.status === 'PUBLISHED'
                  ? { will: 'Learners see it with the next edition that is published' }
                  : {})}
                done="Saved."
              />
            );
          }}
        </QueryState>
      </Stack>
    </PageFrame>
  );
}
