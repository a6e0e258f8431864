import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { FranchiseeSelect } from './context-selects.tsx';

/** A screen that works for one centre asks for it in its place (shell.md 3.2, step 8). */
export function ChooseCentre({ title }: { title: string }) {
  return (
    <PageFrame title={title}>
      <div style={{ maxWidth: 480 }}>
        <Section title="Select Franchisee" help="This screen works for one centre at a time.">
          <FranchiseeSelect />
        </Section>
      </div>
    </PageFrame>
  );
}
