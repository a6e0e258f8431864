import type { RowOf } from '@aangan/contract/record.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandForm } from '@aangan/web/form/command-form.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { useNavigate, useParams } from 'react-router';
import { themeContract as contract } from './theme.contract.ts';
import { themeAndSkill } from './theme-and-skill.record.ts';

type Theme = RowOf<typeof themeAndSkill.fields>;
const LIST = '/learning-cms/theme-and-skills';
const crumbs = [{ label: 'Themes', to: LIST }];
const shared = {
  refresh: ['theme-and-skill'],
  groups: [
    { title: 'Theme', names: ['name', 'nameHi', 'classGroupId', 'colour', 'active'], columns: 2 },
    { title: 'When and what', names: ['months', 'description', 'vocabulary', 'skillIds'] },
  ],
} as const;

/** /learning-cms/theme-and-skills/add and /learning-cms/edit/{themeAndSkillId}. */
export function ThemeForm() {
  const { themeAndSkillId } = useParams();
  const navigate = useNavigate();
  const onDone = () => void navigate(LIST);
  if (themeAndSkillId) return <ChangeTheme key={themeAndSkillId} id={themeAndSkillId} onDone={onDone} />;
  return (
    <PageFrame title="Add theme" crumbs={crumbs}>
      <CommandForm
        {...shared}
        of={contract.add}
        start={{ colour: 'BLUE', months: [], skillIds: [], active: true }}
        confirm="Add theme"
        done="The theme is there."
        onDone={onDone}
      />
    </PageFrame>
  );
}

function ChangeTheme({ id, onDone }: { id: string; onDone: () => void }) {
  const theme = useQuery(themeAndSkill.endpoints.get, { id }, { fresh: 0 });
  const known = theme.data as Theme | undefined;
  const chosen = useQuery(contract.skills, { id }, { fresh: 0 });
  return (
    <PageFrame title={known?.name ?? 'Theme'} crumbs={crumbs}>
      <QueryState query={theme}>
        {(found) => (
          <QueryState query={chosen}>
            {({ skills }) => (
              <CommandForm
                {...shared}
                of={contract.change}
                start={{
                  id,
                  name: (found as Theme).name,
                  nameHi: (found as Theme).nameHi,
                  classGroupId: (found as Theme).classGroupId,
                  colour: (found as Theme).colour,
                  months: (found as Theme).months,
                  vocabulary: (found as Theme).vocabulary,
                  description: (found as Theme).description,
                  active: (found as Theme).active,
                  skillIds: skills.map((skill) => skill.id),
                }}
                ifMatch={(found as Theme).version}
                fields={{
                  skillIds: {
                    chosenNames: Object.fromEntries(skills.map((skill) => [skill.id, skill.name])),
                  },
                }}
                confirm="Save theme"
                done="Saved."
                onDone={onDone}
              />
            )}
          </QueryState>
        )}
      </QueryState>
    </PageFrame>
  );
}
