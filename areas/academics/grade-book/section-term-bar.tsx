import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { Group, Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';

interface Choice {
  sections: readonly { id: string; label: string }[];
  sectionId: string | null;
  terms: readonly { id: string; name: string }[];
  termId: string | null;
}

/** What the address asks for: `?section=&term=`. */
export function useSheetParams(): { sectionId?: string; termId?: string } {
  const [params] = useSearchParams();
  const [sectionId, termId] = [params.get('section'), params.get('term')];
  return { ...(sectionId ? { sectionId } : {}), ...(termId ? { termId } : {}) };
}

/** Section and term of a grade sheet; another section has terms of its own, so it opens at its usual one. */
export function SectionTermBar({ choice, children }: { choice: Choice; children?: ReactNode }) {
  const [, setParams] = useSearchParams();
  const { sections, sectionId, terms, termId } = choice;
  return (
    <Group align="end">
      <Select
        label="Section"
        data={sections.map(({ id, label }) => ({ value: id, label }))}
        value={sectionId}
        onChange={(section) => section && setParams({ section })}
        allowDeselect={false}
        w={180}
      />
      <Select
        label="Term"
        data={terms.map(({ id, name }) => ({ value: id, label: name }))}
        value={termId}
        onChange={(term) => sectionId && term && setParams({ section: sectionId, term })}
        allowDeselect={false}
        w={140}
      />
      {children}
    </Group>
  );
}

/** Why there is nothing to choose from; null when there is. */
export function noSheet({ sectionId, termId }: Choice): ReactNode {
  if (!sectionId)
    return (
      <EmptyState
        title="No section is yours"
        help="The centre head names the teachers of a section under Classes."
      />
    );
  return termId ? null : (
    <EmptyState title="No terms yet" help="Head office adds the terms of this class under Terms." />
  );
}
