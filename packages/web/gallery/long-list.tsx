import { Box } from '@mantine/core';
import type { Column } from '../table/column.tsx';
import { TableGrid } from '../table/table-grid.tsx';
import { Money, PhoneText } from '../ui/values.tsx';

interface Row {
  id: string;
  regNo: string;
  driverPhone: string;
  premium: number;
  route: string;
}

const rows: readonly Row[] = Array.from({ length: 10_000 }, (_, i) => ({
  id: String(i + 1),
  regNo: `MH 01 AX ${10_000 + i}`,
  driverPhone: `+9198200${String(10_000 + i)}`,
  premium: 1_250_000 + i * 1111,
  route: `Route ${i % 12}`,
}));

const columns: readonly Column<Row>[] = [
  { id: 'regNo', label: 'Registration', cell: (row) => row.regNo },
  { id: 'route', label: 'Route', cell: (row) => row.route },
  { id: 'driver', label: 'Driver', cell: (row) => <PhoneText phone={row.driverPhone} /> },
  { id: 'premium', label: 'Premium', align: 'end', cell: (row) => <Money paise={row.premium} /> },
  { id: 'seats', label: 'Seats', align: 'end', cell: (row) => 12 + (Number(row.id) % 30) },
];
const nothing = () => undefined;

/** Ten thousand rows in one table: the longest a screen may be asked to hold. */
export function GalleryLongList() {
  return (
    <Box h="100vh" p="md" display="flex" style={{ flexDirection: 'column' }}>
      <TableGrid
        rows={rows}
        columns={columns}
        rowKey={(row) => row.id}
        rowLink={(row) => `/vehicles/view/${row.id}`}
        selection={null}
        onSelect={nothing}
        onSelectAll={nothing}
        focused={-1}
        sort={null}
        onSort={nothing}
        dense={false}
        loading={false}
        refreshing={false}
        capped
        label="Vehicles"
      />
    </Box>
  );
}
