import { useQuery } from '@aangan/web/api/use-query.ts';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Modal, SegmentedControl, Stack } from '@mantine/core';
import { useState } from 'react';
import { MenuPicture } from './menu-picture.tsx';
import { roleContract } from './role.contract.ts';

/** The menu as somebody with this role alone sees it; looking is written to the access log. */
export function ViewAs({
  role,
  onClose,
}: {
  role: { id: number; description: string };
  onClose: () => void;
}) {
  const [approved, setApproved] = useState(true);
  const menu = useQuery(roleContract.menu, { roleId: role.id, approved });
  return (
    <Modal opened onClose={onClose} title={`The menu of ${role.description}`} size="lg">
      <Stack gap="md">
        <SegmentedControl
          size="xs"
          value={approved ? 'yes' : 'no'}
          onChange={(value) => setApproved(value === 'yes')}
          data={[
            { value: 'yes', label: 'Staff approval given' },
            { value: 'no', label: 'Not approved yet' },
          ]}
        />
        <QueryState query={menu}>{({ dashboards }) => <MenuPicture dashboards={dashboards} />}</QueryState>
      </Stack>
    </Modal>
  );
}
