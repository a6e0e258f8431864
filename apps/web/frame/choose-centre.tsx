import { franchiseeLabel } from '@aangan/web/format.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Select } from '@mantine/core';
import { chooseForScreen } from '../session-context.ts';
import { useShell } from '../session-state.ts';

/** A screen that works for one centre asks for it in its place (shell.md 3.2, step 8); the choice is this screen's alone. */
export function ChooseCentre({ title }: { title: string }) {
  const { franchisees } = useShell();
  return (
    <PageFrame title={title}>
      <div style={{ maxWidth: 480 }}>
        <Section
          title="Select Franchisee"
          help="This screen works for one centre at a time. Your choice applies here only; elsewhere you stay at all centres."
        >
          <Select
            label="Franchisee"
            placeholder="Select Franchisee"
            data={franchisees.map((one) => ({
              value: String(one.id),
              label: franchiseeLabel(one.id, one.companyName),
            }))}
            value={null}
            onChange={(value) => value && void chooseForScreen(Number(value))}
            searchable
            nothingFoundMessage="Nothing found"
            limit={200}
            comboboxProps={{ shadow: 'md' }}
          />
        </Section>
      </div>
    </PageFrame>
  );
}
