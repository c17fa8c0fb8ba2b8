"""The desktop side of Crewlink: set-up, bundle, real VMs, records, simulated table, measurements. Never runs on a board."""
