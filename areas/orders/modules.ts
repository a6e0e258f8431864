import { modules } from '@aangan/contract/area.ts';

/** Module names of the orders area that its present screens use (areas/README §5.1). */
export const ordersModules = modules({
  PlaceOrders: { title: 'Place orders' },
  orderHistory: { title: 'Order history' },
  StudentUniformIndent: { title: 'Student uniform indent' },
  deliveryChallan: { title: 'Delivery challan' },
  studentKits: { title: 'My kits', student: true },
  stockCheck: { title: 'Stock check' },
  kitProductMapping: { title: 'Kit product mapping' },
  kitAllocation: { title: 'Kit allocation' },
  ProductUniformKitMapping: { title: 'Product uniform kit mapping' },
  curriculumkit2configurationamount: { title: 'Curriculum kit 2 amount' },
  ProductRetailerMargin: { title: 'Product retailer margin' },
  warehouseMapping: { title: 'Warehouse mapping' },
});
