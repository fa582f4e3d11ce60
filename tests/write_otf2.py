"""Writes OTF2 archives as Score-P 8 writes them, of programs that never ran: write_otf2.py PROGRAM FOLDER"""
import sys

import _otf2
import otf2
from otf2.enums import CollectiveOp, CommFlag, GroupFlag, GroupType, Paradigm, RegionRole

NO_ROOT = 0xFFFFFFFF
RESOLUTION = 2_000_000_000  # ticks per second


class Program:
    """4 ranks, each with a clock in ns; `nodes`: node of each rank, `offsets`: ns that its clock is ahead, `listed`:
    location of each rank of MPI_COMM_WORLD, if not its own."""

    def __init__(self, folder, nodes=(0, 0, 0, 0), offsets=(0, 0, 0, 0), class_name="node", listed=None):
        self.trace = otf2.writer.Writer(folder, timer_resolution=RESOLUTION)
        self.trace.creator = "Score-P 8.4"
        self.definitions = d = self.trace.definitions
        machine = d.system_tree_node("Linux", class_name="machine")
        tree = {k: d.system_tree_node(f"node{k}", class_name=class_name, parent=machine) for k in nodes}
        self.processes = [d.location_group(f"MPI Rank {r}", system_tree_parent=tree[k])
                          for r, k in enumerate(nodes)]
        self.locations = [d.location("Master thread", group=p) for p in self.processes]
        self.writers = [self.trace.event_writer_from_location(at) for at in self.locations]
        self.now = [1000] * len(nodes)
        self.offsets = offsets
        for writer, offset in zip(self.writers, offsets):
            for time in (0, 10**12):
                _otf2.DefWriter_WriteClockOffset(writer._def_handle, time, -2 * offset, 0.0)
        d.group("MPI", group_type=GroupType.COMM_LOCATIONS, paradigm=Paradigm.MPI,
                members=[self.locations[r] for r in listed or range(len(nodes))])
        self.world = self.comm(range(len(nodes)))

    def comm(self, ranks, kind=GroupType.COMM_GROUP, flags=GroupFlag.NONE):
        """An unnamed communicator of these ranks."""
        members = [self.locations[r] for r in ranks]
        group = self.definitions.group(f"{list(ranks)} {flags}", group_type=kind, paradigm=Paradigm.MPI,
                                       group_flags=flags, members=members)
        return self.definitions.comm("", group=group, flags=CommFlag.NONE), list(ranks)

    def at(self, rank):
        return 2 * (self.now[rank] + self.offsets[rank])

    def inside(self, rank, name, ns=0, role=RegionRole.FUNCTION):
        """Enters and leaves a region after ns."""
        region = self.definitions.region(name, region_role=role, paradigm=Paradigm.MPI)
        self.writers[rank].enter(self.at(rank), region)
        self.now[rank] += ns
        self.writers[rank].leave(self.at(rank), region)

    def call(self, comm, op, sizes, root=None, name=None, ns=2000):
        """A collective; sizes(rank in the communicator) returns bytes sent and received."""
        definition, ranks = comm
        end = max(self.now[r] for r in ranks) + ns
        name = name or str(op).replace("CollectiveOp.", "MPI_")
        region = self.definitions.region(name, paradigm=Paradigm.MPI)
        for own, r in enumerate(ranks):
            self.writers[r].enter(self.at(r), region)
            self.writers[r].mpi_collective_begin(self.at(r))
            self.now[r] = end
            self.writers[r].mpi_collective_end(self.at(r), op, definition, NO_ROOT if root is None else root,
                                               *sizes(own))
            self.writers[r].leave(self.at(r), region)

    def everywhere(self, name, ns=0):
        for r in range(len(self.locations)):
            self.inside(r, name, ns)

    def close(self):
        self.everywhere("MPI_Finalize")
        self.trace.close()


def one_to_all(n, root, size, in_place=False):
    """Bytes of a broadcast or scatter; exchanged: those of a reduce or gather."""
    return lambda own: ((n - in_place) * size, 0 if in_place else size) if own == root else (0, size)


def all_to_one(n, root, size, in_place=False):
    return lambda own: one_to_all(n, root, size, in_place)(own)[::-1]


def stencil(folder):
    """10 iterations of messages, an allreduce of 8 bytes and a broadcast of 4 KiB from rank 1; rank 3 is slow."""
    p = Program(folder)
    thread = [p.trace.event_writer("OpenMP thread 1", group=p.processes[r]) for r in range(3)]
    p.everywhere("MPI_Init", 5000)
    for _ in range(10):
        for r in range(4):
            p.writers[r].mpi_isend(p.at(r), (r + 1) % 4, p.world[0], 0, 1000, 7)
            p.inside(r, "compute", 150_000 if r == 3 else 100_000)
        p.call(p.world, CollectiveOp.ALLREDUCE, lambda own: (32, 32))
        p.call(p.world, CollectiveOp.BCAST, one_to_all(4, 1, 4096), root=1)
    p.inside(0, "MPI_Ibarrier")
    p.inside(0, "MPI_Put", role=RegionRole.RMA)
    thread[0].enter(p.at(0), p.definitions.region("compute", paradigm=Paradigm.MPI))
    p.close()


def parts(folder):
    """Each collective once, on the world, on halves of it or on each rank alone."""
    p = Program(folder)
    left, right = p.comm((0, 1)), p.comm((3, 2), flags=GroupFlag.GLOBAL_MEMBERS)
    self = p.comm((), GroupType.COMM_SELF)
    op, n, counts = CollectiveOp, 4, (8, 0, 24, 32)
    p.everywhere("MPI_Init_thread", 5000)
    p.call(p.world, op.BARRIER, lambda own: (0, 0))
    p.call(p.world, op.SCATTER, one_to_all(n, 2, 512), 2)
    p.call(p.world, op.GATHER, all_to_one(n, 2, 256, True), 2)
    p.call(p.world, op.REDUCE, all_to_one(n, 0, 64, True), 0)
    p.call(p.world, op.SCATTERV, lambda own: (sum(counts) if own == 3 else 0, counts[own]), 3)
    p.call(p.world, op.GATHERV, lambda own: (0, sum(counts[1:])) if own == 0 else (counts[own], 0), 0)  # MPI_IN_PLACE
    p.call(p.world, op.ALLGATHER, lambda own: (n * 128, n * 128))
    p.call(p.world, op.ALLGATHERV, lambda own: (n * counts[own], sum(counts)))
    p.call(p.world, op.ALLTOALL, lambda own: (3 * 1024, 3 * 1024))  # MPI_IN_PLACE or not: both fit
    p.call(p.world, op.ALLTOALLV, lambda own: (1000 * own, 1500))
    p.call(p.world, op.ALLREDUCE, lambda own: (3 * 8, 3 * 8))  # MPI_IN_PLACE
    p.call(p.world, op.REDUCE_SCATTER, lambda own: (sum(counts), n * counts[own]))
    p.call(p.world, op.REDUCE_SCATTER_BLOCK, lambda own: (n * 40, n * 40))
    p.call(p.world, op.SCAN, lambda own: ((n - own) * 16, (own + 1) * 16))
    p.call(p.world, op.SCAN, lambda own: ((n - own - 1) * 16, own * 16))  # MPI_IN_PLACE
    p.call(p.world, op.EXSCAN, lambda own: ((n - own - 1) * 24, own * 24))
    for comm, root in ((left, 1), (right, 2)):  # the latter with roots as ranks in the world
        p.call(comm, op.BCAST, one_to_all(2, 1, 2048), root)
    for r in range(n):
        p.call((self[0], [r]), op.ALLREDUCE, lambda own: (8, 8))
    p.call(p.world, op.ALLGATHER, lambda own: (16, 16), name="MPI_Neighbor_allgather")
    p.call(p.world, op.CREATE_HANDLE, lambda own: (0, 0), name="MPI_Win_create")
    p.close()


def odd(folder):
    """Scans of 3 ranks, of which the middle one's bytes are ambiguous; persistent collectives."""
    p = Program(folder, (0, 0, 0))
    p.everywhere("MPI_Init", 5000)
    for size in (8, 12, 40):
        p.call(p.world, CollectiveOp.SCAN, lambda own: ((3 - own) * size, (own + 1) * size))
        p.call(p.world, CollectiveOp.SCAN, lambda own: ((2 - own) * size, own * size))  # MPI_IN_PLACE
    p.everywhere("MPI_Allreduce_init")
    p.everywhere("MPI_Send_init")
    p.everywhere("MPI_Start")
    p.close()


def twice(folder):
    """Ranks 2 and 3 have one location."""
    p = Program(folder, (0, 0, 0), listed=(0, 1, 2, 2))
    p.call(p.world, CollectiveOp.BARRIER, lambda own: (0, 0))
    p.close()


def nodes(folder, offsets=(0, 0, 0, 0)):
    """2 nodes, twice: a broadcast on each node, a barrier of all ranks."""
    p = Program(folder, (0, 0, 1, 1), offsets)
    pairs = p.comm((0, 1)), p.comm((2, 3))
    p.everywhere("MPI_Init", 5000)
    for _ in range(2):
        p.inside(1, "compute", 10_000)
        p.inside(3, "compute", 10_000)
        for comm in pairs:
            p.call(comm, CollectiveOp.BCAST, one_to_all(2, 0, 4096), 0)
        p.call(p.world, CollectiveOp.BARRIER, lambda own: (0, 0))
    p.close()


def clocks(folder):
    """The same with the clocks of cores that differ."""
    nodes(folder, (0, 300_000, 900_000, 700_000))


def world(folder):
    """2 nodes and only a collective of all ranks, which no node can repeat."""
    p = Program(folder, (0, 0, 1, 1))
    p.call(p.world, CollectiveOp.BARRIER, lambda own: (0, 0))
    p.close()


def racks(folder):
    """No node has a name; another program wrote the trace."""
    p = Program(folder, class_name="rack")
    p.trace.creator = "EZTrace"
    p.call(p.world, CollectiveOp.BARRIER, lambda own: (0, 0))
    p.close()


def silent(folder):
    """MPI without collectives."""
    p = Program(folder)
    p.everywhere("MPI_Init", 5000)
    p.close()


def serial(folder):
    """No MPI."""
    with otf2.writer.open(folder) as trace:
        node = trace.definitions.system_tree_node("node", class_name="node")
        process = trace.definitions.location_group("process", system_tree_parent=node)
        trace.event_writer("thread", group=process).enter(1, trace.definitions.region("main"))


globals()[sys.argv[1]](sys.argv[2])
