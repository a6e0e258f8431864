// What other areas' screens show of orders.
export { MyKitCard } from './handover/my-kit-card.tsx';
